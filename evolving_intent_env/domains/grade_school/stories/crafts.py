"""Crafts: making things at home or in a workshop."""

from __future__ import annotations

from evolving_intent_env.domains.grade_school.story import PEOPLE, Before, Fact, Noun, Story, cents

_JEWELS = (
    Noun("bracelet", "bracelets"),
    Noun("necklace", "necklaces"),
    Noun("key ring", "key rings"),
    Noun("anklet", "anklets"),
)
_BEADS = ("glass", "wooden", "clay", "silver", "blue")
_GIFTS = (
    Noun("candle", "candles"),
    Noun("soap bar", "soap bars"),
    Noun("fridge magnet", "fridge magnets"),
    Noun("paper star", "paper stars"),
    Noun("felt flower", "felt flowers"),
)
_KNITWEAR = (
    Noun("scarf", "scarves"),
    Noun("shawl", "shawls"),
    Noun("sweater", "sweaters"),
    Noun("cardigan", "cardigans"),
    Noun("poncho", "ponchos"),
)
_POTS = (Noun("bowl", "bowls"), Noun("mug", "mugs"), Noun("vase", "vases"), Noun("plate", "plates"))
_RACKS = (
    Noun("bookcase", "bookcases"),
    Noun("tool cabinet", "tool cabinets"),
    Noun("shoe rack", "shoe racks"),
    Noun("display case", "display cases"),
)
_COVERS = ("quilt", "bedspread", "tablecloth", "wall hanging")
_TOYS = (
    Noun("spinning top", "spinning tops"),
    Noun("yo-yo", "yo-yos"),
    Noun("whistle", "whistles"),
    Noun("rattle", "rattles"),
)
_SITES = ("the town hall", "the old theater", "the bus station", "the swimming pool", "the children's clinic")

STORIES = (
    Story(
        id="party-beads",
        situation="crafts",
        level="easy",
        split="train",
        cast={"who": PEOPLE, "jewel": _JEWELS, "kind": _BEADS},
        facts=(
            Fact("bags", "{who} buys {bags} bags of {kind} beads.", range(4, 9)),
            Fact("per_bag", "There are {per_bag} beads in every bag.", range(24, 41)),
            Fact("count", "{who} makes {count} {jewel.many} for a birthday party.", range(3, 10)),
            Fact("each", "Every {jewel} takes {each} beads.", range(8, 19)),
        ),
        question="How many of the {kind} beads that {who} buys are left once the {jewel.many} for the birthday party "
        "are made?",
        program="bags * per_bag - count * each",
        before=(
            Before(
                "How many {kind} beads would {who} need in all if {who.she} made the {jewel.many} for a market stall "
                "as well as those for the birthday party?",
                "(count + more) * each",
                "reframe",
            ),
            Before(
                "How many {kind} beads does {who} use for the {jewel.many} for the birthday party?",
                "count * each",
                "extend",
            ),
            Before("How many {kind} beads does {who} buy?", "bags * per_bag", "apply"),
        ),
        asides=(Fact("more", "For a market stall, {who} could make {more} more {jewel.many}.", range(2, 8)),),
    ),
    Story(
        id="boxes-of-gifts",
        situation="crafts",
        level="easy",
        split="train",
        cast={"who": PEOPLE, "item": _GIFTS},
        facts=(
            Fact("batches", "{who} makes {batches} batches of {item.many}.", range(2, 6)),
            Fact("per_batch", "There are {per_batch} {item.many} in every batch.", (12, 24), revisable=False),
            Fact("per_box", "{who} packs {per_box} {item.many} into every box.", (3, 4, 6, 12)),
            Fact("price", "A full box of {item.many} sells for ${price}.", range(3, 9)),
        ),
        question="How many dollars does {who} take in by selling all the {item.many} in boxes?",
        program="batches * per_batch / per_box * price",
        before=(
            Before(
                "How many dollars would {who} take in by selling all the {item.many} without boxes?",
                "batches * per_batch * single",
                "reframe",
                money=True,
            ),
            Before("How many {item.many} does {who} make?", "batches * per_batch", "apply"),
            Before(
                "How many boxes does {who} need to pack a batch of {item.many}?",
                "per_batch / per_box",
                "reframe",
            ),
        ),
        asides=(Fact("single", "Every {item} sold without a box would bring ${single:money}.", cents(50, 251, 25)),),
    ),
    Story(
        id="knitting-presents",
        situation="crafts",
        level="easy",
        split="test",
        cast={"who": PEOPLE, "garment": _KNITWEAR},
        facts=(
            Fact("count", "{who} wants to knit {count} {garment.many} as presents.", range(3, 8)),
            Fact("balls", "Every {garment} takes {balls} balls of wool.", range(3, 7)),
            Fact("stock", "{who} already has {stock} balls of wool at home.", range(2, 9)),
            Fact("price", "A new ball of wool costs ${price:money}.", cents(200, 651, 50)),
        ),
        question="How many dollars does {who} have to spend on new wool for the {garment.many} without hats?",
        program="(count * balls - stock) * price",
        before=(
            Before(
                "How many new balls of wool does {who} have to buy for the {garment.many} without hats?",
                "count * balls - stock",
                "apply",
            ),
            Before(
                "How many balls of wool would {who} need in all if every {garment} came with a matching hat?",
                "count * (balls + hat)",
                "reframe",
            ),
            Before(
                "How many balls of wool do all the {garment.many} that {who} wants to knit as presents take?",
                "count * balls",
                "extend",
            ),
        ),
        asides=(Fact("hat", "A matching hat would take {hat} more balls of wool.", range(2, 5)),),
        money=True,
    ),
    Story(
        id="pottery-kiln",
        situation="crafts",
        level="medium",
        split="train",
        cast={"who": PEOPLE, "pot": _POTS},
        facts=(
            Fact("loads", "{who} fires {loads} loads of {pot.many} in the kiln.", range(2, 10)),
            Fact("per_load", "There are {per_load} {pot.many} in every load.", (20, 40, 60)),
            Fact(
                "cracked", "In the kiln, {cracked} percent of the {pot.many} crack and cannot be sold.", range(5, 35, 5)
            ),
            Fact("price", "{who} sells every good {pot} unpainted for ${price}.", range(5, 12)),
            Fact("clay", "The clay for all the {pot.many} costs {who} ${clay}.", range(30, 121, 5)),
        ),
        question="How many dollars does {who} have left after selling all the good {pot.many} unpainted and"
        " paying for the clay?",
        program="loads * per_load * (100 - cracked) / 100 * price - clay",
        before=(
            Before(
                "How many dollars would {who} take in by painting and selling all the good {pot.many}?",
                "loads * per_load * (100 - cracked) / 100 * (price + extra)",
                "reframe",
            ),
            Before(
                "How many good {pot.many}, without a crack, does {who} take out of the kiln?",
                "loads * per_load * (100 - cracked) / 100",
                "apply",
            ),
            Before(
                "How many of the {pot.many} that {who} fires crack in the kiln?",
                "loads * per_load * cracked / 100",
                "reframe",
            ),
            Before("How many {pot.many} does {who} fire in the kiln?", "loads * per_load", "narrow"),
        ),
        asides=(Fact("extra", "Every good {pot} would sell for ${extra} more with paint on it.", range(2, 9)),),
    ),
    Story(
        id="shelves-and-frames",
        situation="crafts",
        level="medium",
        split="test",
        cast={"who": PEOPLE, "rack": _RACKS},
        facts=(
            Fact("count", "{who} is building {count} {rack.many}.", range(2, 7)),
            Fact("shelves", "Every {rack} has {shelves} shelves.", range(3, 7)),
            Fact("shelf", "Every shelf takes {shelf} centimeters of board.", range(40, 101, 5)),
            Fact("frame", "The frame of every {rack} takes {frame} centimeters of board.", range(220, 401, 10)),
            Fact("stock", "{who} already has {stock} centimeters of board in the workshop.", range(100, 591, 10)),
        ),
        question="How many centimeters of board does {who} still have to buy for the {rack.many} without doors?",
        program="count * (shelves * shelf + frame) - stock",
        before=(
            Before(
                "How many centimeters of board would {who} need in all for the {rack.many} if every {rack} had a door?",
                "count * (shelves * shelf + frame + door)",
                "reframe",
            ),
            Before(
                "How many centimeters of board does every {rack} that {who} is building take without a door?",
                "shelves * shelf + frame",
                "apply",
            ),
            Before(
                "How many centimeters of board go into the shelves of every {rack} that {who} is building?",
                "shelves * shelf",
                "extend",
            ),
        ),
        asides=(Fact("door", "A door would take {door} centimeters of board.", range(60, 181, 10)),),
    ),
    Story(
        id="patchwork",
        situation="crafts",
        level="medium",
        split="train",
        cast={"who": PEOPLE, "pal": PEOPLE, "cover": _COVERS},
        facts=(
            Fact("rows", "The patchwork {cover} that {who} is making has {rows} rows of patches.", range(14, 27)),
            Fact("across", "Every row of the {cover} has {across} patches.", range(12, 23)),
            Fact("evenings", "{who} has sewn patches for the {cover} on {evenings} evenings so far.", range(3, 11)),
            Fact("sewn", "On every sewing evening, {who} finished {sewn} patches.", range(5, 13)),
            Fact("helped", "{pal} has finished {helped} patches for the {cover} to help {who}.", range(6, 45)),
        ),
        question="How many patches are still missing from the {cover} that {who} is making, if it gets no border?",
        program="rows * across - (evenings * sewn + helped)",
        before=(
            Before(
                "How many patches would still be missing from the {cover} that {who} is making, if it got a border?",
                "rows * across + border - (evenings * sewn + helped)",
                "reframe",
            ),
            Before(
                "How many patches for the {cover} have {who} and {pal} finished together?",
                "evenings * sewn + helped",
                "apply",
            ),
            Before(
                "How many patches for the {cover} has {who} finished without any help?", "evenings * sewn", "extend"
            ),
        ),
        asides=(Fact("border", "A border around the {cover} would take {border} extra patches.", range(50, 111, 2)),),
    ),
    Story(
        id="toy-workshop",
        situation="crafts",
        level="hard",
        split="train",
        cast={"who": PEOPLE, "toy": _TOYS},
        facts=(
            Fact("workers", "{who} has {workers} workers in a toy workshop.", range(6, 17)),
            Fact("daily", "Every worker makes {daily} {toy.many} a day.", range(20, 81, 20)),
            Fact("days", "The workshop is open for {days} days this season.", range(12, 61)),
            Fact("faulty", "Of the {toy.many}, {faulty} percent are faulty and cannot be sold.", range(5, 30, 5)),
            Fact("price", "Every good {toy} is sold for ${price}.", range(5, 13)),
            Fact(
                "wood",
                "The wood for every {toy}, good or faulty, costs ${wood:money}.",
                cents(50, 225, 25),
                revisable=False,
            ),
            Fact("rent", "The workshop pays ${rent} in rent for the season.", range(1200, 4001, 50), revisable=False),
        ),
        question="How many dollars does {who}'s toy workshop have left this season without new workers, after selling "
        "the good {toy.many} and paying for wood and rent?",
        program="workers * daily * days * ((100 - faulty) / 100 * price - wood) - rent",
        before=(
            Before(
                "How many dollars would the good {toy.many} from {who}'s toy workshop bring in this season if "
                "{who.she} took on new workers?",
                "(workers + new) * daily * days * (100 - faulty) / 100 * price",
                "reframe",
            ),
            Before(
                "How many dollars do the good {toy.many} from {who}'s toy workshop bring in this season?",
                "workers * daily * days * (100 - faulty) / 100 * price",
                "extend",
            ),
            Before(
                "How many good {toy.many} does {who}'s toy workshop make this season?",
                "workers * daily * days * (100 - faulty) / 100",
                "apply",
            ),
            Before(
                "How many {toy.many}, good and faulty, does {who}'s toy workshop make this season?",
                "workers * daily * days",
                "narrow",
            ),
        ),
        asides=(
            Fact("new", "For the whole season, {who} could take on {new} new workers in the workshop.", range(2, 7)),
        ),
    ),
    Story(
        id="wall-mosaic",
        situation="crafts",
        level="hard",
        split="test",
        cast={"who": PEOPLE, "site": _SITES},
        facts=(
            Fact("rows", "{who} is making a mosaic with {rows} rows of tiles for {site}.", range(40, 121, 10)),
            Fact("across", "Every row of the mosaic has {across} tiles.", range(40, 201, 10)),
            Fact("tile", "Every tile costs ${tile:money} without a coating.", cents(50, 325, 25)),
            Fact("gold", "Of the tiles, {gold} percent get a gold coating.", range(5, 45, 5)),
            Fact("coat", "The gold coating costs ${coat} for every tile that gets it.", range(2, 8), revisable=False),
            Fact("hours", "{who} works on the mosaic for {hours} hours.", range(80, 401, 10), revisable=False),
            Fact("wage", "{who} is paid ${wage} for every hour of work on the mosaic.", range(15, 36)),
        ),
        question="How many dollars does the mosaic for {site} cost without a frame, counting the tiles, the gold "
        "coating and the pay for {who}?",
        program="rows * across * tile + rows * across * gold / 100 * coat + hours * wage",
        before=(
            Before(
                "How many dollars would the tiles, the gold coating and an oak frame of the mosaic for {site} cost "
                "together?",
                "rows * across * tile + rows * across * gold / 100 * coat + frame",
                "reframe",
            ),
            Before(
                "How many dollars does the gold coating of the mosaic for {site} cost?",
                "rows * across * gold / 100 * coat",
                "extend",
            ),
            Before(
                "How many tiles of the mosaic for {site} get a gold coating?", "rows * across * gold / 100", "apply"
            ),
            Before("How many tiles does the mosaic for {site} have?", "rows * across", "narrow"),
        ),
        asides=(Fact("frame", "An oak frame around the mosaic would cost ${frame}.", range(450, 2001, 50)),),
    ),
)
