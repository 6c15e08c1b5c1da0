"""Kitchens, recipes and meals."""

from __future__ import annotations

from evolving_intent_env.domains.grade_school.story import PEOPLE, Before, Fact, Noun, Story, cents

_BREAKFASTS = (
    Noun("pancake", "pancakes"),
    Noun("waffle", "waffles"),
    Noun("crepe", "crepes"),
    Noun("corn cake", "corn cakes"),
)
_BERRIES = (
    Noun("raspberry", "raspberries"),
    Noun("blueberry", "blueberries"),
    Noun("strawberry", "strawberries"),
    Noun("cherry", "cherries"),
)
_HANDMADE = (
    Noun("dumpling", "dumplings"),
    Noun("spring roll", "spring rolls"),
    Noun("rice ball", "rice balls"),
    Noun("meatball", "meatballs"),
)
_SQUARES = (
    Noun("brownie", "brownies"),
    Noun("lemon bar", "lemon bars"),
    Noun("almond square", "almond squares"),
    Noun("honey square", "honey squares"),
)
_DRIED = (
    Noun("apple", "apples"),
    Noun("pear", "pears"),
    Noun("plum", "plums"),
    Noun("apricot", "apricots"),
    Noun("mango", "mangoes"),
)

STORIES = (
    Story(
        id="breakfast-guests",
        situation="cooking",
        level="easy",
        split="train",
        cast={"who": PEOPLE, "food": _BREAKFASTS, "berry": _BERRIES},
        facts=(
            Fact("guests", "{who} makes {food.many} for {guests} breakfast guests.", range(3, 13)),
            Fact("each", "Every guest eats {each} {food.many}.", range(2, 8)),
            Fact("burnt", "{who} has to throw away {burnt} burnt {food.many}.", range(2, 10)),
            Fact("own", "After the guests, {who} eats the last {own} {food.many}.", range(2, 7)),
        ),
        question="How many {food.many} does {who} make altogether, counting the burnt {food.many} too?",
        program="guests * each + burnt + own",
        before=(
            Before(
                "How many {food.many} do {who} and the breakfast guests eat together?", "guests * each + own", "extend"
            ),
            Before("How many {berry.many} does {who} put on the guests' plates?", "guests * berries", "reframe"),
            Before("How many {food.many} do {who}'s breakfast guests eat altogether?", "guests * each", "reframe"),
        ),
        asides=(Fact("berries", "{who} puts {berries} {berry.many} on every guest's plate.", range(3, 12)),),
    ),
    Story(
        id="dinner-by-hand",
        situation="cooking",
        level="easy",
        split="test",
        cast={"who": PEOPLE, "friend": PEOPLE, "third": PEOPLE, "food": _HANDMADE},
        facts=(
            Fact("speed", "{who} makes {speed} {food.many} a minute.", range(2, 6)),
            Fact("friend_speed", "{friend} makes {friend_speed} {food.many} a minute.", range(2, 6)),
            Fact("minutes", "{who} and {friend} make {food.many} for {minutes} minutes.", range(12, 31)),
            Fact("tasted", "While they work, {who} and {friend} eat {tasted} of the {food.many}.", range(3, 20)),
        ),
        question="How many {food.many} do {who} and {friend} have left for dinner?",
        program="(speed + friend_speed) * minutes - tasted",
        before=(
            Before(
                "How many {food.many} do {who} and {friend} make together?",
                "(speed + friend_speed) * minutes",
                "extend",
            ),
            Before(
                "How many {food.many} would {who}, {friend} and {third} make together "
                "if {third} helped the whole time?",
                "(speed + friend_speed + third_speed) * minutes",
                "narrow",
            ),
            Before("How many {food.many} does {who} make?", "speed * minutes", "extend"),
        ),
        asides=(Fact("third_speed", "{third} can make {third_speed} {food.many} a minute.", range(2, 5)),),
    ),
    Story(
        id="boxes-from-the-oven",
        situation="cooking",
        level="easy",
        split="train",
        cast={"who": PEOPLE, "friend": PEOPLE, "treat": _SQUARES},
        facts=(
            Fact("pans", "{who} bakes {pans} pans of {treat.many}.", range(3, 9)),
            Fact("pieces", "Every pan gives {pieces} {treat.many}.", range(12, 37, 6)),
            Fact("given", "{who} gives {given} {treat.many} to {friend}.", range(6, 31, 6)),
            Fact(
                "in_box", "{who} packs all the {treat.many} that are not given away into boxes of {in_box}.", (2, 3, 6)
            ),
        ),
        question="How many boxes does {who} fill with {treat.many}?",
        program="(pans * pieces - given) / in_box",
        before=(
            Before(
                "How many {treat.many} does {who} have left after giving some to {friend}?",
                "pans * pieces - given",
                "apply",
            ),
            Before("How many eggs does {who} use for all the {treat.many}?", "pans * eggs", "reframe"),
            Before("How many {treat.many} does {who} bake altogether?", "pans * pieces", "extend"),
        ),
        asides=(Fact("eggs", "{who} uses {eggs} eggs for every pan of {treat.many}.", range(2, 7)),),
    ),
    Story(
        id="loaves-and-rolls",
        situation="cooking",
        level="medium",
        split="train",
        cast={
            "who": PEOPLE,
            "bread": ("country", "farmhouse", "olive", "walnut"),
            "roll": ("breakfast", "sesame", "poppy seed", "milk"),
        },
        facts=(
            Fact("kilos", "{who} starts baking with {kilos} kilos of flour.", (8, 9, 10)),
            Fact("loaves", "{who} bakes {loaves} {bread} loaves.", (7, 8, 9)),
            Fact("in_loaf", "Every {bread} loaf takes {in_loaf} grams of flour.", range(425, 501, 5)),
            Fact("rolls", "{who} bakes {rolls} {roll} rolls.", range(24, 37)),
            Fact("in_roll", "Every {roll} roll takes {in_roll} grams of flour.", range(50, 81, 5)),
        ),
        question="How many grams of flour does {who} have left after baking the loaves and the rolls?",
        program="kilos * 1000 - loaves * in_loaf - rolls * in_roll",
        before=(
            Before(
                "How many grams of flour does {who} use for the loaves and the rolls altogether?",
                "loaves * in_loaf + rolls * in_roll",
                "extend",
            ),
            Before(
                "How many millilitres of water does {who} use for the {bread} loaves?",
                "loaves * water",
                "reframe",
            ),
            Before("How many grams of flour does {who} use for the {bread} loaves?", "loaves * in_loaf", "reframe"),
        ),
        asides=(Fact("water", "Every {bread} loaf takes {water} millilitres of water.", range(280, 361, 5)),),
    ),
    Story(
        id="school-kitchen",
        situation="cooking",
        level="medium",
        split="test",
        cast={"who": PEOPLE, "food": ("rice", "pasta", "couscous", "bulgur", "quinoa")},
        facts=(
            Fact("pupils", "{who} cooks lunch for {pupils} pupils in the school kitchen today.", range(60, 141, 20)),
            Fact("percent", "Today, {percent} percent of the pupils choose the {food} dish.", range(20, 51, 5)),
            Fact("teachers", "Among the teachers, {teachers} choose the {food} dish today.", range(3, 10)),
            Fact("grams", "A portion of the {food} dish takes {grams} grams of {food}.", range(50, 76, 5)),
            Fact("stock", "There are {stock} grams of {food} left in the school kitchen.", range(100, 501, 25)),
        ),
        question="How many more grams of {food} does {who} need for today's lunch?",
        program="(pupils * percent / 100 + teachers) * grams - stock",
        before=(
            Before(
                "How many portions of the {food} dish does {who} have to cook today?",
                "pupils * percent / 100 + teachers",
                "apply",
            ),
            Before(
                "How much money do the pupils pay for the {food} dish today altogether?",
                "pupils * percent / 100 * price",
                "reframe",
                money=True,
            ),
            Before("How many pupils choose {who}'s {food} dish today?", "pupils * percent / 100", "apply"),
        ),
        asides=(Fact("price", "A pupil pays ${price:money} for a portion of the {food} dish.", cents(150, 400, 25)),),
    ),
    Story(
        id="slow-roast",
        situation="cooking",
        level="medium",
        split="train",
        cast={
            "who": PEOPLE,
            "roast": ("turkey", "goose", "leg of pork", "joint of beef"),
            "side": ("potato bake", "mushroom pie", "apple pie", "vegetable tart"),
        },
        facts=(
            Fact("heating", "{who} switches on the oven {heating} minutes before the {roast} goes in.", range(10, 26)),
            Fact("kilos", "{who}'s {roast} weighs {kilos} kilos.", range(3, 9)),
            Fact("per_kilo", "The {roast} stays in the oven for {per_kilo} minutes per kilo of weight.", range(22, 46)),
            Fact("rest", "Right after coming out of the oven, the {roast} rests for {rest} minutes.", range(15, 41)),
            Fact(
                "carving",
                "As soon as the {roast} has rested, {who} spends {carving} minutes carving it.",
                range(6, 16),
            ),
        ),
        question="How many minutes after switching on the oven does {who} finish carving the {roast}?",
        program="heating + kilos * per_kilo + rest + carving",
        before=(
            Before(
                "How many minutes longer does {who}'s {roast} stay in the oven than the {side}?",
                "kilos * per_kilo - side_minutes",
                "reframe",
            ),
            Before("How many minutes does {who}'s {roast} stay in the oven?", "kilos * per_kilo", "extend"),
            Before(
                "How many minutes after switching on the oven does {who} take the {roast} out?",
                "heating + kilos * per_kilo",
                "narrow",
            ),
        ),
        asides=(Fact("side_minutes", "{who}'s {side} stays in the oven for {side_minutes} minutes.", range(30, 61)),),
    ),
    Story(
        id="summer-camp-bread",
        situation="cooking",
        level="hard",
        split="train",
        cast={"who": PEOPLE, "place": ("by the lake", "by the sea", "in the forest", "in the mountains")},
        facts=(
            Fact(
                "children",
                "{who} cooks for {children} children at a summer camp {place}.",
                range(60, 201, 20),
            ),
            Fact("leaders", "There are {leaders} adult leaders at {who}'s summer camp.", range(10, 41, 10)),
            Fact("days", "{who}'s summer camp lasts {days} days.", range(6, 19, 3)),
            Fact("child", "Every child at the camp eats {child} slices of bread a day.", range(3, 8)),
            Fact(
                "leader",
                "Every adult leader at the camp eats {leader} slices of bread a day.",
                range(4, 11, 2),
                revisable=False,
            ),
            Fact("loaf", "A loaf of bread gives {loaf} slices.", (12, 15, 20, 30), revisable=False),
            Fact("frozen", "{who} has {frozen} loaves of bread in the freezer for the camp.", range(10, 41)),
        ),
        question="How many more loaves of bread does {who} need for the whole summer camp?",
        program="days * (children * child + leaders * leader) / loaf - frozen",
        before=(
            Before(
                "How many slices of bread do the children and the leaders eat during {who}'s whole summer camp?",
                "days * (children * child + leaders * leader)",
                "apply",
            ),
            Before(
                "How many cups of milk do the children drink during {who}'s whole summer camp?",
                "days * children * cups",
                "reframe",
            ),
            Before(
                "How many slices of bread do the children at {who}'s summer camp eat in a day?",
                "children * child",
                "reframe",
            ),
        ),
        asides=(Fact("cups", "Every child at the camp drinks {cups} cups of milk a day.", range(2, 6)),),
    ),
    Story(
        id="dried-fruit",
        situation="cooking",
        level="hard",
        split="train",
        cast={"who": PEOPLE, "fruit": _DRIED},
        facts=(
            Fact("crates", "{who} buys {crates} crates of fresh {fruit.many} for drying.", range(10, 41, 2)),
            Fact("kilos", "Every crate holds {kilos} kilos of fresh {fruit.many}.", (10, 20, 30)),
            Fact("cost", "{who} pays ${cost:money} for every crate.", range(8, 24)),
            Fact(
                "percent",
                "After drying, {percent} percent of the weight of the fresh {fruit.many} is left.",
                range(15, 31, 5),
            ),
            Fact(
                "grams",
                "{who} packs all the dried {fruit.many} into bags of {grams} grams.",
                (100, 125, 200, 250),
                revisable=False,
            ),
            Fact("price", "{who} sells every bag of dried {fruit.many} for ${price:money}.", range(4, 10)),
        ),
        question="How much profit does {who} make on the bags of dried {fruit.many} after paying for the crates?",
        program="crates * kilos * 1000 * percent / 100 / grams * price - crates * cost",
        before=(
            Before(
                "How much money would {who} get for all the {fruit.many} by selling them fresh at the market?",
                "crates * kilos * fresh",
                "reframe",
                money=True,
            ),
            Before(
                "How many bags of dried {fruit.many} does {who} fill?",
                "crates * kilos * 1000 * percent / 100 / grams",
                "reframe",
            ),
            Before(
                "How many kilos of dried {fruit.many} does {who} get?",
                "crates * kilos * percent / 100",
                "apply",
            ),
            Before("How many kilos of fresh {fruit.many} does {who} buy altogether?", "crates * kilos", "extend"),
        ),
        asides=(
            Fact("fresh", "At the market, fresh {fruit.many} sell for ${fresh:money} a kilo.", cents(150, 400, 25)),
        ),
    ),
)
