"""Building, painting and moving house."""

from __future__ import annotations

from evolving_intent_env.domains.grade_school.story import PEOPLE, Before, Fact, Noun, Story, cents

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")

STORIES = (
    Story(
        id="wall-from-the-start",
        situation="building",
        level="easy",
        split="train",
        cast={
            "who": PEOPLE,
            "wall": ("garden wall", "barbecue", "chimney", "pizza oven", "raised flower bed"),
            "brick": (Noun("brick", "bricks"), Noun("stone", "stones"), Noun("block", "blocks")),
        },
        facts=(
            Fact("rows", "{who} builds a {wall} with {rows} rows of {brick.many}.", range(4, 11)),
            Fact("each", "Every row of the {wall} takes {each} {brick.many}.", range(11, 25)),
            Fact("broken", "During the work, {broken} {brick.many} break and cannot be used.", range(3, 16)),
            Fact("over", "At the end, {who} has {over} whole {brick.many} left over.", range(5, 38)),
        ),
        question="How many {brick.many} did {who} have before starting on the {wall}?",
        program="rows * each + broken + over",
        before=(
            Before("How many of {who}'s {brick.many} do not end up in the {wall}?", "broken + over", "extend"),
            Before(
                "How many {brick.many} would the taller design of {who}'s {wall} have taken?",
                "(rows + taller) * each",
                "reframe",
            ),
            Before("How many {brick.many} are there in {who}'s finished {wall}?", "rows * each", "extend"),
        ),
        asides=(Fact("taller", "A taller design of the {wall} would have had {taller} more rows.", range(2, 6)),),
    ),
    Story(
        id="tiles-left-over",
        situation="building",
        level="easy",
        split="train",
        cast={
            "who": PEOPLE,
            "room": ("kitchen", "bathroom", "hallway", "laundry room"),
            "color": ("blue", "gray", "white", "green", "red"),
        },
        facts=(
            Fact("boxes", "{who} buys {boxes} boxes of {color} tiles.", range(7, 15)),
            Fact("each", "There are {each} {color} tiles in every box.", range(16, 25)),
            Fact("rows", "{who} lays the {color} tiles on the {room} floor in {rows} rows.", range(6, 14)),
            Fact("long", "Every row on the {room} floor is {long} tiles long.", range(7, 15)),
        ),
        question="How many {color} tiles does {who} have left over after tiling the {room} floor?",
        program="boxes * each - rows * long",
        before=(
            Before("How many {color} tiles does {who} use for the {room} floor?", "rows * long", "extend"),
            Before(
                "How many {color} tiles would {who} use for the {room} floor and the doorway together?",
                "rows * long + door",
                "narrow",
            ),
            Before(
                "How many more {color} tiles are there in a box than in a row on {who}'s {room} floor?",
                "each - long",
                "reframe",
            ),
        ),
        asides=(Fact("door", "The doorway would take {door} more tiles, but {who} leaves it bare.", range(4, 13)),),
    ),
    Story(
        id="moving-day-helpers",
        situation="building",
        level="easy",
        split="test",
        cast={
            "who": PEOPLE,
            "home": ("flat", "house", "cottage", "studio"),
            "helper": (
                Noun("mover", "movers"),
                Noun("porter", "porters"),
                Noun("helper", "helpers"),
                Noun("worker", "workers"),
            ),
        },
        facts=(
            Fact("hired", "{who} hires {hired} {helper.many} for the move to a new {home}.", range(2, 6)),
            Fact("hours", "Every {helper} works for {hours} hours.", range(2, 6)),
            Fact("wage", "{who} pays every {helper} ${wage} an hour.", range(7, 12)),
            Fact("van", "The van costs {who} ${van} for the day.", range(15, 40)),
        ),
        question="How much does the move to the new {home} cost {who} altogether?",
        program="hired * hours * wage + van",
        before=(
            Before(
                "How much more does {who} pay for the {helper.many} than for the van?",
                "hired * hours * wage - van",
                "reframe",
            ),
            Before(
                "How much would the same hours of work have cost {who} with students instead of {helper.many}?",
                "hired * hours * student",
                "reframe",
            ),
            Before(
                "How many hours of work does {who} get from the {helper.many} in all?",
                "hired * hours",
                "apply",
            ),
        ),
        asides=(Fact("student", "A student would have worked for ${student} an hour.", range(4, 7)),),
    ),
    Story(
        id="classroom-paint-bill",
        situation="building",
        level="medium",
        split="train",
        cast={
            "who": PEOPLE,
            "room": (
                Noun("classroom", "classrooms"),
                Noun("office", "offices"),
                Noun("workshop", "workshops"),
                Noun("hotel room", "hotel rooms"),
            ),
        },
        facts=(
            Fact("rooms", "{who} paints the walls of {rooms} {room.many}.", range(3, 9)),
            Fact(
                "area", "Every {room} has {area} square meters of wall, doors and windows included.", (60, 80, 100, 120)
            ),
            Fact(
                "openings",
                "In all the {room.many}, doors and windows take up {openings} square meters together and get no paint.",
                range(20, 121, 20),
            ),
            Fact("cover", "A can of paint covers {cover} square meters.", (5, 10, 20)),
            Fact("price", "A can of paint costs ${price}.", range(8, 31)),
        ),
        question="How much does {who} spend on paint for the {room.many}?",
        program="(rooms * area - openings) / cover * price",
        before=(
            Before(
                "How many cans of paint does {who} need for the {room.many}?",
                "(rooms * area - openings) / cover",
                "apply",
            ),
            Before(
                "How many square meters would {who} paint in the {room.many} and the corridor together?",
                "rooms * area - openings + corridor",
                "narrow",
            ),
            Before("How much does {who}'s paint cost per square meter?", "price / cover", "reframe", money=True),
        ),
        asides=(
            Fact(
                "corridor",
                "The corridor has {corridor} square meters of wall, but the owner likes it as it is.",
                range(20, 90, 5),
            ),
        ),
    ),
    Story(
        id="rented-van",
        situation="building",
        level="medium",
        split="train",
        cast={
            "who": PEOPLE,
            "van": ("moving van", "small truck", "minibus", "pickup truck"),
        },
        facts=(
            Fact("days", "{who} rents a {van} for {days} days to move house.", range(2, 8)),
            Fact("rate", "The {van} costs ${rate} a day.", range(35, 85)),
            Fact("distance", "{who} drives the {van} for {distance} kilometers.", range(80, 420, 10)),
            Fact("fuel", "Every kilometer in the {van} costs ${fuel:money}.", cents(20, 65, 5)),
            Fact("paid", "{who} paid ${paid} of the price when booking the {van}.", range(30, 100, 5)),
        ),
        question="How much does {who} still have to pay for the {van} at the end?",
        program="days * rate + distance * fuel - paid",
        money=True,
        before=(
            Before(
                "How much does {who} pay for the {van} in all, days and kilometers together?",
                "days * rate + distance * fuel",
                "extend",
                money=True,
            ),
            Before(
                "How much would {who}'s days with the {van} cost with full insurance, leaving out the kilometers?",
                "days * (rate + insurance)",
                "reframe",
                money=True,
            ),
            Before("How much do the kilometers in the {van} cost {who}?", "distance * fuel", "reframe", money=True),
        ),
        asides=(
            Fact(
                "insurance",
                "{who} decides against full insurance, which would cost an extra ${insurance:money} a day.",
                cents(600, 1500, 50),
            ),
        ),
    ),
    Story(
        id="bricklayers-day",
        situation="building",
        level="medium",
        split="test",
        cast={
            "who": PEOPLE,
            "friend": PEOPLE,
            "wall": ("park wall", "bakery wall", "stable wall", "schoolyard wall"),
            "day": _DAYS,
        },
        facts=(
            Fact("needed", "The {wall} takes {needed} bricks.", range(440, 601, 10)),
            Fact("fast", "{who} lays {fast} bricks an hour.", range(25, 37)),
            Fact("hours", "{who} works on the {wall} for {hours} hours on {day}.", range(6, 10)),
            Fact("slow", "{friend} lays {slow} bricks an hour.", range(13, 25)),
            Fact("late", "{friend} starts {late} hours after {who} and stops at the same time.", range(2, 5)),
        ),
        question="How many bricks are still missing from the {wall} when {who} and {friend} stop on {day}?",
        program="needed - fast * hours - slow * (hours - late)",
        before=(
            Before(
                "How many bricks do {who} and {friend} lay together on {day}?",
                "fast * hours + slow * (hours - late)",
                "apply",
            ),
            Before(
                "How many bricks would {friend} lay on {day} with a better trowel?",
                "(slow + gain) * (hours - late)",
                "reframe",
            ),
            Before(
                "How many bricks would {friend} lay on {day} by working the same hours as {who}?",
                "slow * hours",
                "reframe",
            ),
            Before("How many more bricks an hour does {who} lay than {friend}?", "fast - slow", "narrow"),
        ),
        asides=(Fact("gain", "With a better trowel, {friend} would lay {gain} more bricks an hour.", range(2, 7)),),
    ),
    Story(
        id="windows-for-every-floor",
        situation="building",
        level="hard",
        split="train",
        cast={
            "street": ("Mill Street", "Harbor Street", "Park Avenue", "Station Road", "Garden Lane", "Bridge Street"),
            "flat": (
                Noun("flat", "flats"),
                Noun("apartment", "apartments"),
                Noun("studio", "studios"),
                Noun("office", "offices"),
            ),
        },
        facts=(
            Fact("floors", "The new building on {street} has {floors} floors.", range(4, 16)),
            Fact("flats", "There are {flats} {flat.many} on every floor of the building.", range(3, 10)),
            Fact("windows", "Every {flat} gets {windows} windows.", range(3, 8)),
            Fact(
                "spare", "The builder orders {spare} spare windows on top of those for the {flat.many}.", range(5, 35)
            ),
            Fact("price", "The list price of a window is ${price}.", range(180, 500, 10)),
            Fact(
                "discount", "The factory takes {discount} percent off the list price of every window.", range(5, 40, 5)
            ),
            Fact("delivery", "Delivery of all the windows costs ${delivery}.", range(400, 2500, 50)),
        ),
        question="How much does the builder on {street} pay for all the windows ordered, with delivery?",
        program="(floors * flats * windows + spare) * price * (100 - discount) / 100 + delivery",
        money=True,
        before=(
            Before(
                "How much would the windows ordered for {street} cost at list price, without delivery?",
                "(floors * flats * windows + spare) * price",
                "extend",
            ),
            Before(
                "How much would a balcony door for every {flat} in the building on {street} have cost?",
                "floors * flats * door",
                "reframe",
            ),
            Before(
                "How many windows does the builder order for {street}, spare ones included?",
                "floors * flats * windows + spare",
                "reframe",
            ),
            Before("How many {flat.many} are there in the new building on {street}?", "floors * flats", "apply"),
        ),
        asides=(
            Fact(
                "door", "The building gets no balcony doors, which would have cost ${door} each.", range(550, 1200, 25)
            ),
        ),
    ),
    Story(
        id="crews-from-both-ends",
        situation="building",
        level="hard",
        split="test",
        cast={
            "road": ("road", "cycle path", "canal", "tram line", "sea wall"),
            "town": ("Westford", "Larkhaven", "Millbrook", "Stonebay", "Elmstead", "Oakridge"),
        },
        facts=(
            Fact("length", "The new {road} in {town} will be {length} meters long.", range(9000, 18001, 100)),
            Fact("north", "The north crew builds {north} meters of the {road} a day.", range(70, 120, 2)),
            Fact("north_days", "The north crew has worked for {north_days} days.", range(30, 60)),
            Fact(
                "south",
                "The south crew builds {south} meters of the {road} a day from the other end.",
                range(30, 68, 2),
            ),
            Fact("south_days", "The south crew has worked for {south_days} days.", range(15, 30)),
            Fact("cost", "Every meter of the {road} costs ${cost}.", range(200, 600, 20)),
            Fact(
                "share", "The state pays {share} percent of the cost, and {town} pays what is left.", range(20, 75, 5)
            ),
        ),
        question="How much will {town} have to pay for the part of the {road} that is not built yet?",
        program="(length - north * north_days - south * south_days) * cost * (100 - share) / 100",
        before=(
            Before(
                "How many meters of the {road} in {town} are not built yet?",
                "length - north * north_days - south * south_days",
                "apply",
            ),
            Before(
                "How many meters of the {road} in {town} would the north crew have built by now with a big digger?",
                "digger * north_days",
                "reframe",
            ),
            Before(
                "How many more meters of the {road} in {town} has the north crew built than the south crew?",
                "north * north_days - south * south_days",
                "narrow",
            ),
        ),
        asides=(
            Fact(
                "digger",
                "With a big digger, the north crew would have built {digger} meters a day.",
                range(125, 190, 5),
            ),
        ),
    ),
)
