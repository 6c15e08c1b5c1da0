"""Gardens and orchards."""

from __future__ import annotations

from evolving_intent_env.domains.grade_school.story import PEOPLE, Before, Fact, Noun, Story, cents

_FRUIT = (
    Noun("apple", "apples"),
    Noun("pear", "pears"),
    Noun("plum", "plums"),
    Noun("peach", "peaches"),
    Noun("orange", "oranges"),
    Noun("lemon", "lemons"),
)
_BIG_PLANTS = (
    Noun("tomato", "tomatoes"),
    Noun("pepper", "peppers"),
    Noun("cucumber", "cucumbers"),
    Noun("pumpkin", "pumpkins"),
)
_SMALL_PLANTS = (Noun("bean", "beans"), Noun("pea", "peas"), Noun("cabbage", "cabbages"), Noun("onion", "onions"))
_SEEDS = ("sunflower", "marigold", "tomato", "chilli", "basil")
_JUICE_FRUIT = (
    Noun("apple", "apples"),
    Noun("pear", "pears"),
    Noun("plum", "plums"),
    Noun("pomegranate", "pomegranates"),
    Noun("quince", "quinces"),
)
_TREES = (
    Noun("fir", "firs"),
    Noun("spruce", "spruces"),
    Noun("oak", "oaks"),
    Noun("maple", "maples"),
    Noun("birch", "birches"),
)
_STREETS = ("Mill Street", "Station Road", "Garden Lane", "Bridge Street", "Church Hill", "River Road", "Castle Street")

STORIES = (
    Story(
        id="orchard-baskets",
        situation="gardens",
        level="easy",
        split="train",
        cast={"who": PEOPLE, "fruit": _FRUIT},
        facts=(
            Fact("baskets", "{who} fills {baskets} baskets with {fruit.many} in the orchard.", range(4, 13)),
            Fact("each", "Every basket holds {each} {fruit.many}.", range(10, 25)),
            Fact("bruised", "{who} finds that {bruised} of the picked {fruit.many} are bruised.", range(3, 19)),
            Fact("given", "{who} gives {given} good {fruit.many} to the neighbours.", range(5, 22)),
        ),
        question="How many good {fruit.many} does {who} have left in the end?",
        program="baskets * each - bruised - given",
        before=(
            Before(
                "How many good {fruit.many} does {who} have before giving any away?",
                "baskets * each - bruised",
                "extend",
            ),
            Before(
                "How many {fruit.many} would {who} pick if {who.she} filled the spare baskets as well?",
                "(baskets + spare) * each",
                "narrow",
            ),
            Before("How many {fruit.many} does {who} pick altogether?", "baskets * each", "extend"),
        ),
        asides=(Fact("spare", "There are {spare} spare baskets in the barn.", range(2, 7)),),
    ),
    Story(
        id="spring-planting-rows",
        situation="gardens",
        level="easy",
        split="test",
        cast={"who": PEOPLE, "veg": _BIG_PLANTS, "other": _SMALL_PLANTS},
        facts=(
            Fact("rows", "{who} plants {rows} rows of {veg.many} this spring.", range(6, 12)),
            Fact("in_row", "Every row of {veg.many} has {in_row} plants.", range(8, 15)),
            Fact("others", "{who} plants {others} rows of {other.many} this spring.", range(2, 7)),
            Fact("in_other", "Every row of {other.many} has {in_other} plants.", range(10, 25)),
        ),
        question="How many {veg} and {other} plants does {who} put into the ground altogether this spring?",
        program="rows * in_row + others * in_other",
        before=(
            Before(
                "How many more {veg} plants does {who} put into the ground this spring than last spring?",
                "rows * in_row - last",
                "reframe",
            ),
            Before("How many {veg} plants does {who} put into the ground this spring?", "rows * in_row", "extend"),
            Before(
                "How many rows of {veg.many} and {other.many} does {who} plant altogether this spring?",
                "rows + others",
                "narrow",
            ),
        ),
        asides=(Fact("last", "Last spring, {who} put {last} {veg} plants into the ground.", range(15, 41)),),
    ),
    Story(
        id="watering-flower-beds",
        situation="gardens",
        level="easy",
        split="train",
        cast={
            "who": PEOPLE,
            "bed": ("rose", "herb", "flower", "tulip", "vegetable"),
            "when": ("in the evening", "early in the morning", "on Saturday", "on Sunday", "after work"),
        },
        facts=(
            Fact("beds", "{who} waters {beds} {bed} beds {when}.", range(3, 9)),
            Fact("cans", "Every {bed} bed gets {cans} full cans of water.", range(2, 6)),
            Fact("litres", "A full can holds {litres} litres of water.", range(5, 9)),
            Fact(
                "barrel",
                "For the {bed} beds, {who} takes {barrel} litres of water from the rain barrel "
                "and the rest from the tap.",
                range(7, 29),
            ),
        ),
        question="How many litres of water from the tap does {who} use on the {bed} beds {when}?",
        program="beds * cans * litres - barrel",
        before=(
            Before("How many litres of water do {who}'s {bed} beds get {when}?", "beds * cans * litres", "narrow"),
            Before(
                "How many minutes does {who} spend filling cans for the {bed} beds {when}?",
                "beds * cans * minutes",
                "reframe",
            ),
            Before("How many full cans of water do {who}'s {bed} beds get {when}?", "beds * cans", "apply"),
        ),
        asides=(Fact("minutes", "Filling a can with water takes {who} {minutes} minutes.", range(2, 5)),),
    ),
    Story(
        id="greenhouse-seedlings",
        situation="gardens",
        level="medium",
        split="train",
        cast={"who": PEOPLE, "plant": _SEEDS},
        facts=(
            Fact("trays", "{who} sows {trays} trays of {plant} seeds in the greenhouse.", range(4, 21, 2)),
            Fact("seeds", "Every tray holds {seeds} {plant} seeds.", range(20, 61, 10)),
            Fact("percent", "In the greenhouse, {percent} percent of the {plant} seeds sprout.", range(60, 96, 5)),
            Fact("killed", "A cold night kills {killed} of the {plant} seedlings.", range(6, 45)),
            Fact(
                "price",
                "{who} sells every surviving {plant} seedling at the garden gate for ${price:money}.",
                range(2, 6),
            ),
        ),
        question="How much money does {who} earn with the {plant} seedlings at the garden gate?",
        program="(trays * seeds * percent / 100 - killed) * price",
        before=(
            Before(
                "How much money would {who} earn by selling all surviving {plant} seedlings at the market in town?",
                "(trays * seeds * percent / 100 - killed) * market",
                "reframe",
            ),
            Before(
                "How many of {who}'s {plant} seedlings survive the cold night?",
                "trays * seeds * percent / 100 - killed",
                "apply",
            ),
            Before("How many of {who}'s {plant} seeds sprout?", "trays * seeds * percent / 100", "narrow"),
        ),
        asides=(
            Fact("market", "At the market in town, a {plant} seedling would sell for ${market:money}.", range(3, 9)),
        ),
    ),
    Story(
        id="autumn-juice",
        situation="gardens",
        level="medium",
        split="test",
        cast={"who": PEOPLE, "friend": PEOPLE, "fruit": _JUICE_FRUIT},
        facts=(
            Fact("trees", "{who} has {trees} {fruit} trees behind the house.", range(8, 25)),
            Fact(
                "kilos",
                "Each of {who}'s {fruit} trees gives {kilos} kilos of {fruit.many} this autumn.",
                range(24, 61, 12),
            ),
            Fact(
                "kept",
                "{who} keeps {kept} kilos of the {fruit.many} for eating and presses all the others into juice.",
                range(24, 133, 12),
            ),
            Fact("per_litre", "A litre of {fruit} juice takes {per_litre} kilos of {fruit.many}.", (2, 3, 4)),
            Fact(
                "price",
                "{who} sells all of {who.her} {fruit} juice for ${price:money} a litre.",
                cents(200, 500, 50),
            ),
        ),
        question="How much money does {who} earn with {who.her} {fruit} juice this autumn?",
        program="(trees * kilos - kept) / per_litre * price",
        before=(
            Before(
                "How many litres of {fruit} juice do {who} and {friend} make together this autumn?",
                "(trees * kilos - kept) / per_litre + next_door",
                "narrow",
            ),
            Before(
                "How many litres of {fruit} juice does {who} make this autumn?",
                "(trees * kilos - kept) / per_litre",
                "extend",
            ),
            Before(
                "How many kilos of {fruit.many} does {who} press into juice this autumn?",
                "trees * kilos - kept",
                "apply",
            ),
            Before(
                "How many kilos of {fruit.many} do {who}'s trees give altogether this autumn?",
                "trees * kilos",
                "narrow",
            ),
        ),
        asides=(
            Fact(
                "next_door",
                "{friend}, who lives next door, makes {next_door} litres of {fruit} juice this autumn.",
                range(20, 181, 5),
            ),
        ),
        money=True,
    ),
    Story(
        id="lawn-around-flower-beds",
        situation="gardens",
        level="medium",
        split="train",
        cast={"who": PEOPLE, "shape": ("round", "oval", "square", "long"), "kind": ("wooden", "wire", "willow")},
        facts=(
            Fact("length", "{who}'s rectangular garden is {length} metres long.", range(20, 41)),
            Fact("width", "{who}'s rectangular garden is {width} metres wide.", range(10, 20)),
            Fact("beds", "There are {beds} {shape} flower beds in {who}'s garden.", range(2, 9)),
            Fact("area", "Every {shape} flower bed covers {area} square metres.", range(3, 13)),
            Fact("seed", "Grass seed for a square metre costs ${seed:money}.", cents(50, 300, 25)),
        ),
        question="How much does {who} pay for grass seed for the whole garden except the flower beds?",
        program="(length * width - beds * area) * seed",
        before=(
            Before(
                "How many square metres of {who}'s garden lie outside the flower beds?",
                "length * width - beds * area",
                "apply",
            ),
            Before(
                "How much would a {kind} fence all the way around {who}'s garden cost?",
                "2 * (length + width) * fence",
                "reframe",
            ),
            Before("How many metres is it all the way around {who}'s garden?", "2 * (length + width)", "apply"),
            Before("How many square metres does {who}'s whole garden cover?", "length * width", "reframe"),
        ),
        asides=(Fact("fence", "A metre of {kind} fence costs ${fence:money}.", range(8, 31)),),
        money=True,
    ),
    Story(
        id="tree-nursery",
        situation="gardens",
        level="hard",
        split="train",
        cast={"who": PEOPLE, "tree": _TREES},
        facts=(
            Fact("rows", "{who} plants {rows} rows of young {tree.many} in the tree nursery.", range(40, 121, 5)),
            Fact("in_row", "Every row has {in_row} young {tree.many}.", range(60, 201, 20)),
            Fact("lost", "In the winter, {lost} percent of the young {tree.many} die.", range(5, 41, 5)),
            Fact(
                "schools",
                "{who} gives {schools} of the surviving {tree.many} to schools in the area.",
                range(120, 501, 10),
                revisable=False,
            ),
            Fact(
                "price",
                "{who} sells every {tree} that survives and is not given away for ${price:money}.",
                range(4, 13),
            ),
            Fact("wages", "{who} pays the workers in the tree nursery ${wages:money} in wages.", range(1200, 3001, 50)),
        ),
        question="How much money does {who} have left from selling the {tree.many} after paying the wages?",
        program="(rows * in_row * (100 - lost) / 100 - schools) * price - wages",
        before=(
            Before(
                "How much money does {who} take in by selling the {tree.many}?",
                "(rows * in_row * (100 - lost) / 100 - schools) * price",
                "extend",
            ),
            Before(
                "How much would it cost {who} to put a sleeve around every {tree} that survives the winter?",
                "rows * in_row * (100 - lost) / 100 * sleeve",
                "reframe",
                money=True,
            ),
            Before(
                "How many of {who}'s young {tree.many} survive the winter?",
                "rows * in_row * (100 - lost) / 100",
                "apply",
            ),
            Before("How many young {tree.many} does {who} plant altogether?", "rows * in_row", "narrow"),
        ),
        asides=(
            Fact(
                "sleeve",
                "A sleeve that protects a young {tree} from hungry deer costs ${sleeve:money}.",
                cents(125, 350, 25),
            ),
        ),
    ),
    Story(
        id="community-garden-year",
        situation="gardens",
        level="hard",
        split="test",
        cast={"street": _STREETS},
        facts=(
            Fact(
                "start",
                "The community garden on {street} starts this year with ${start:money} in the bank.",
                range(240, 1500, 20),
                revisable=False,
            ),
            Fact("plots", "There are {plots} plots in the community garden.", range(90, 201)),
            Fact(
                "empty",
                "This year, {empty} of the plots in the community garden stay empty and all the others are rented.",
                range(4, 19),
            ),
            Fact("fee", "Renting a plot in the community garden costs ${fee:money} this year.", range(50, 121, 5)),
            Fact("grant", "This year, the town gives the community garden ${grant:money}.", range(800, 3001, 50)),
            Fact(
                "water",
                "Water costs the community garden ${water:money} in every month of this year.",
                range(60, 151, 5),
            ),
            Fact(
                "shed",
                "This year, the community garden builds a tool shed for ${shed:money}.",
                range(900, 2001, 50),
                revisable=False,
            ),
        ),
        question="How much money does the community garden on {street} have in the bank at the end of this year?",
        program="start + (plots - empty) * fee + grant - water * 12 - shed",
        before=(
            Before(
                "How much does the community garden on {street} spend on water and the tool shed this year?",
                "water * 12 + shed",
                "extend",
            ),
            Before(
                "How much rent will the community garden on {street} take in next year if the same plots stay rented?",
                "(plots - empty) * next_fee",
                "reframe",
            ),
            Before(
                "How much rent does the community garden on {street} take in this year?",
                "(plots - empty) * fee",
                "extend",
            ),
            Before(
                "How many plots in the community garden on {street} are rented this year?",
                "plots - empty",
                "apply",
            ),
        ),
        asides=(
            Fact(
                "next_fee",
                "Next year, renting a plot in the community garden will cost ${next_fee:money}.",
                range(75, 161, 5),
            ),
        ),
    ),
)
