"""Shops, markets and prices."""

from __future__ import annotations

from evolving_intent_env.domains.grade_school.story import PEOPLE, Before, Fact, Noun, Story, cents

_PAPER_GOODS = (
    Noun("notebook", "notebooks"),
    Noun("sketchbook", "sketchbooks"),
    Noun("folder", "folders"),
    Noun("ring binder", "ring binders"),
)
_PENS = (Noun("pencil", "pencils"), Noun("pen", "pens"), Noun("marker", "markers"), Noun("eraser", "erasers"))
_BY_THE_KILO = (
    Noun("cherry", "cherries"),
    Noun("mushroom", "mushrooms"),
    Noun("strawberry", "strawberries"),
    Noun("tomato", "tomatoes"),
    Noun("chestnut", "chestnuts"),
)
_TREATS = ("a jar of honey", "a piece of cheese", "a bunch of flowers", "a bag of walnuts", "a loaf of bread")
_SUPPLIES = (
    Noun("battery", "batteries"),
    Noun("candle", "candles"),
    Noun("stamp", "stamps"),
    Noun("tea bag", "tea bags"),
    Noun("paper cup", "paper cups"),
)
_CLOTHES = (
    Noun("jacket", "jackets"),
    Noun("sweater", "sweaters"),
    Noun("raincoat", "raincoats"),
    Noun("vest", "vests"),
    Noun("apron", "aprons"),
)
_GROUPS = ("the school choir", "the hiking club", "the theatre group", "the village band", "the football team")
_FURNITURE = (
    Noun("chair", "chairs"),
    Noun("desk", "desks"),
    Noun("bookcase", "bookcases"),
    Noun("cupboard", "cupboards"),
)
_VEHICLES = (Noun("car", "cars"), Noun("van", "vans"), Noun("motorbike", "motorbikes"), Noun("camper", "campers"))
_STOCK = (
    Noun("scarf", "scarves"),
    Noun("cap", "caps"),
    Noun("umbrella", "umbrellas"),
    Noun("backpack", "backpacks"),
    Noun("water bottle", "water bottles"),
)
_TOWNS = ("Porto", "Leeds", "Turin", "Lyon", "Gdansk", "Izmir")

STORIES = (
    Story(
        id="school-supplies",
        situation="shopping",
        level="easy",
        split="train",
        cast={"who": PEOPLE, "friend": PEOPLE, "item": _PAPER_GOODS, "small": _PENS},
        facts=(
            Fact("count", "{who} buys {count} {item.many} for the new school year.", range(3, 12)),
            Fact("price", "Each {item} costs ${price:money}.", cents(150, 500, 25)),
            Fact("small_count", "{who} buys {small_count} {small.many} for the new school year.", range(4, 20)),
            Fact("small_price", "Each {small} costs ${small_price:money}.", cents(40, 130, 10)),
        ),
        question="How much does {who} pay for the {item.many} and the {small.many} altogether?",
        program="count * price + small_count * small_price",
        before=(
            Before(
                "How much do {who} and {friend} pay for their {item.many} together?",
                "(count + friend_count) * price",
                "reframe",
                money=True,
            ),
            Before("How much does {who} pay for the {item.many}?", "count * price", "extend", money=True),
            Before(
                "How many {item.many} and {small.many} does {who} buy altogether?",
                "count + small_count",
                "narrow",
            ),
        ),
        asides=(Fact("friend_count", "{friend} buys {friend_count} {item.many} at the same price.", range(2, 10)),),
        money=True,
    ),
    Story(
        id="market-morning",
        situation="shopping",
        level="easy",
        split="test",
        cast={"who": PEOPLE, "food": _BY_THE_KILO, "treat": _TREATS},
        facts=(
            Fact("purse", "{who} takes ${purse:money} to the market.", range(25, 41)),
            Fact("kilos", "{who} buys {kilos} kilos of {food.many} at the market.", range(2, 5)),
            Fact("price", "A kilo of {food.many} costs ${price:money} at the market.", cents(200, 450, 25)),
            Fact("treat_price", "{who} buys {treat} at the market for ${treat_price:money}.", cents(200, 700, 50)),
        ),
        question="How much money does {who} bring home from the market?",
        program="purse - kilos * price - treat_price",
        before=(
            Before(
                "How much does {who} save on the {food.many} by buying them at the market and not in the supermarket?",
                "kilos * (elsewhere - price)",
                "reframe",
                money=True,
            ),
            Before(
                "How much does {who} pay for the {food.many} at the market?",
                "kilos * price",
                "extend",
                money=True,
            ),
            Before(
                "How much does {who} spend at the market altogether?",
                "kilos * price + treat_price",
                "narrow",
                money=True,
            ),
        ),
        asides=(
            Fact(
                "elsewhere", "A kilo of {food.many} costs ${elsewhere:money} in the supermarket.", cents(475, 800, 25)
            ),
        ),
        money=True,
    ),
    Story(
        id="packs-for-the-cupboard",
        situation="shopping",
        level="easy",
        split="train",
        cast={"who": PEOPLE, "thing": _SUPPLIES},
        facts=(
            Fact("old", "{who} has {old} {thing.many} in the cupboard before going shopping.", range(3, 16)),
            Fact("packs", "{who} buys {packs} packs of {thing.many}.", range(3, 9)),
            Fact("in_pack", "Every pack contains {in_pack} {thing.many}.", range(4, 25, 2)),
            Fact("used", "In the week after the shopping, {who} uses {used} of the {thing.many}.", range(3, 15)),
        ),
        question="How many unused {thing.many} does {who} have a week after the shopping?",
        program="old + packs * in_pack - used",
        before=(
            Before(
                "How many {thing.many} does {who} have right after the shopping?", "old + packs * in_pack", "extend"
            ),
            Before("How much does {who} pay for the packs of {thing.many}?", "packs * price", "reframe", money=True),
            Before("How many {thing.many} does {who} buy?", "packs * in_pack", "extend"),
        ),
        asides=(Fact("price", "A pack of {thing.many} costs ${price:money}.", cents(150, 700, 25)),),
    ),
    Story(
        id="discount-order",
        situation="shopping",
        level="medium",
        split="train",
        cast={"who": PEOPLE, "item": _CLOTHES, "group": _GROUPS},
        facts=(
            Fact("count", "This week, {who} orders {count} {item.many} for {group}.", range(6, 25, 2)),
            Fact("price", "The usual price of {item.a} is ${price:money}.", range(30, 100, 10)),
            Fact(
                "percent",
                "This week, the shop takes {percent} percent off the usual price of every {item}.",
                range(10, 45, 5),
            ),
            Fact("post", "The shop charges {who} ${post:money} for shipping the order.", range(8, 31)),
            Fact("voucher", "{who} uses a voucher that takes ${voucher:money} off the final bill.", range(15, 61, 5)),
        ),
        question="How much does {who} pay in the end for this week's order of {item.many}?",
        program="count * price * (100 - percent) / 100 + post - voucher",
        before=(
            Before(
                "How much do this week's {item.many} cost {who} with the discount, before shipping and vouchers?",
                "count * price * (100 - percent) / 100",
                "extend",
            ),
            Before(
                "How much would {who} pay for all the {item.many} by ordering them next week, "
                "before shipping and vouchers?",
                "count * price * (100 - later) / 100",
                "reframe",
            ),
            Before(
                "How much does {who} save on the {item.many} with this week's discount?",
                "count * price * percent / 100",
                "reframe",
            ),
            Before(
                "How much would the {item.many} for {group} cost {who} at the usual price?",
                "count * price",
                "apply",
            ),
        ),
        asides=(
            Fact(
                "later",
                "Next week, the shop will take {later} percent off the usual price of every {item}.",
                range(50, 71, 5),
            ),
        ),
    ),
    Story(
        id="two-furniture-shops",
        situation="shopping",
        level="medium",
        split="test",
        cast={"who": PEOPLE, "item": _FURNITURE, "place": ("office", "library", "school", "studio", "clinic")},
        facts=(
            Fact("count", "{who} needs {count} {item.many} for the new {place}.", range(4, 16)),
            Fact("town", "The shop in town charges ${town:money} for {item.a}.", range(72, 111)),
            Fact("town_van", "The shop in town charges ${town_van:money} for delivering an order.", range(30, 81, 5)),
            Fact("web", "The online shop charges ${web:money} for {item.a}.", range(38, 60)),
            Fact("web_van", "The online shop charges ${web_van:money} for delivering an order.", range(20, 86, 5)),
        ),
        question=(
            "Counting only prices and delivery, how much does {who} save by ordering the {item.many} for the new "
            "{place} online and not in town?"
        ),
        program="count * town + town_van - (count * web + web_van)",
        before=(
            Before(
                "How much would the {item.many} for the new {place} cost {who} online, delivered and put together?",
                "count * (web + work) + web_van",
                "reframe",
            ),
            Before(
                "How much would the {item.many} for the new {place} cost {who} online, delivery included?",
                "count * web + web_van",
                "extend",
            ),
            Before(
                "How much would the {item.many} for the new {place} cost {who} in town, delivery included?",
                "count * town + town_van",
                "reframe",
            ),
        ),
        asides=(Fact("work", "The online shop asks ${work:money} extra for putting {item.a} together.", range(8, 26)),),
    ),
    Story(
        id="bonus-points",
        situation="shopping",
        level="medium",
        split="train",
        cast={
            "who": PEOPLE,
            "shop": ("supermarket", "corner shop", "village shop", "farm shop"),
            "month": ("March", "May", "June", "August", "October"),
            "gift": ("a frying pan", "a beach towel", "a picnic blanket", "a set of glasses"),
        },
        facts=(
            Fact("food", "In {month}, {who} spends ${food:money} on groceries at the {shop}.", range(60, 241, 10)),
            Fact("house", "In {month}, {who} spends ${house:money} on soap and paper at the {shop}.", range(20, 61, 5)),
            Fact("rate", "{who}'s silver card earns {rate} points for every dollar spent at the {shop}.", range(3, 9)),
            Fact("old", "At the start of {month}, {who}'s silver card holds {old} points.", range(50, 601, 10)),
            Fact(
                "traded",
                "In {month}, {who} trades {traded} points from the silver card for {gift}.",
                range(80, 271, 10),
            ),
        ),
        question="How many points does {who}'s silver card hold at the end of {month}?",
        program="(food + house) * rate + old - traded",
        before=(
            Before(
                "How many points would {who}'s silver card hold at the end of {month} without trading any?",
                "(food + house) * rate + old",
                "extend",
            ),
            Before(
                "How many points would {who} earn at the {shop} in {month} with a gold card "
                "instead of the silver card?",
                "(food + house) * gold",
                "reframe",
            ),
            Before(
                "How many points does {who}'s silver card earn at the {shop} in {month}?",
                "(food + house) * rate",
                "reframe",
            ),
            Before("How much money does {who} spend at the {shop} in {month} altogether?", "food + house", "apply"),
        ),
        asides=(Fact("gold", "A gold card earns {gold} points for every dollar spent at the {shop}.", range(10, 21)),),
    ),
    Story(
        id="paying-in-instalments",
        situation="shopping",
        level="hard",
        split="train",
        cast={"who": PEOPLE, "vehicle": _VEHICLES},
        facts=(
            Fact(
                "down",
                "{who} pays the dealer a deposit of ${down:money} for the {vehicle}.",
                range(1500, 4001, 100),
            ),
            Fact(
                "months",
                "After the deposit, {who} pays the dealer {months} monthly instalments for the {vehicle}.",
                (18, 24, 30, 36, 42, 48),
            ),
            Fact("rate", "Every instalment for the {vehicle} is ${rate:money}.", range(160, 361, 10)),
            Fact("fee", "The dealer charges {who} ${fee:money} for the paperwork.", range(90, 351, 10)),
            Fact(
                "insurance",
                "Together with every instalment, {who} pays an insurance company ${insurance:money}.",
                range(35, 96, 5),
            ),
            Fact("tyres", "{who} pays a garage ${tyres:money} for new tyres for the {vehicle}.", range(240, 721, 20)),
        ),
        question=(
            "How much has {who} spent on the {vehicle}, paperwork, insurance and tyres included, once the last "
            "instalment is paid?"
        ),
        program="down + months * (rate + insurance) + fee + tyres",
        before=(
            Before(
                "How much does {who} pay the dealer for the {vehicle} altogether, paperwork included?",
                "down + months * rate + fee",
                "extend",
            ),
            Before(
                "How much would {who} pay to lease the {vehicle} for as many months as there are instalments?",
                "months * lease",
                "reframe",
            ),
            Before("How much do all of {who}'s instalments for the {vehicle} come to?", "months * rate", "reframe"),
        ),
        asides=(Fact("lease", "Leasing the {vehicle} would cost {who} ${lease:money} a month.", range(240, 521, 10)),),
    ),
    Story(
        id="season-stock",
        situation="shopping",
        level="hard",
        split="train",
        cast={
            "who": PEOPLE,
            "item": _STOCK,
            "town": _TOWNS,
            "other_town": _TOWNS,
            "season": ("spring", "summer", "autumn", "winter"),
        },
        facts=(
            Fact("boxes", "{who} orders {boxes} boxes of {item.many} from a supplier in {town}.", range(20, 81)),
            Fact("in_box", "Every box holds {in_box} {item.many}.", range(20, 101, 20)),
            Fact("cost", "The supplier in {town} charges {who} ${cost:money} for a box.", range(60, 176, 5)),
            Fact("percent", "{who} sells {percent} percent of the {item.many} at the full price.", range(40, 81, 5)),
            Fact("price", "The full price of {item.a} is ${price:money}.", range(14, 31)),
            Fact(
                "low",
                "Every {item} that does not sell at the full price goes for ${low:money} in the {season} sale.",
                range(6, 13),
                revisable=False,
            ),
        ),
        question="How much profit does {who} make on the whole order of {item.many}?",
        program="boxes * in_box * (percent * price + (100 - percent) * low) / 100 - boxes * cost",
        before=(
            Before(
                "How much money does {who} take in by selling the whole order of {item.many}?",
                "boxes * in_box * (percent * price + (100 - percent) * low) / 100",
                "extend",
            ),
            Before(
                "How much would the whole order of {item.many} cost {who} at the supplier in {other_town}?",
                "boxes * other_cost",
                "reframe",
            ),
            Before(
                "How much does {who} pay the supplier in {town} for the {item.many}?",
                "boxes * cost",
                "reframe",
            ),
            Before(
                "How many of {who}'s {item.many} do not sell at the full price?",
                "boxes * in_box * (100 - percent) / 100",
                "reframe",
            ),
        ),
        asides=(
            Fact(
                "other_cost",
                "A supplier in {other_town} would charge {who} ${other_cost:money} for the same box of {item.many}.",
                range(60, 176, 5),
            ),
        ),
    ),
)
