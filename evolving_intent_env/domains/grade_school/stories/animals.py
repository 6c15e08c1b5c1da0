"""Animals: pets, farms, zoos and animals in the wild."""

from __future__ import annotations

from evolving_intent_env.domains.grade_school.story import PEOPLE, Before, Fact, Noun, Story, cents

_PLACES = ("Ghent", "Cork", "Aarhus", "Cusco", "Nantes", "Zadar", "Kumasi", "Turku", "Bern")
_RESCUED = (
    Noun("hedgehog", "hedgehogs"),
    Noun("owl", "owls"),
    Noun("squirrel", "squirrels"),
    Noun("bat", "bats"),
    Noun("swan", "swans"),
)
_NIBBLERS = (
    Noun("rabbit", "rabbits"),
    Noun("guinea pig", "guinea pigs"),
    Noun("goat", "goats"),
    Noun("pony", "ponies"),
    Noun("tortoise", "tortoises"),
)
_TREATS = (
    Noun("carrot", "carrots"),
    Noun("radish", "radishes"),
    Noun("green bean", "green beans"),
    Noun("celery stick", "celery sticks"),
)
_WOOLLY = (Noun("sheep", "sheep"), Noun("alpaca", "alpacas"), Noun("llama", "llamas"))
_LARGE_PATIENTS = (Noun("dog", "dogs"), Noun("goat", "goats"), Noun("pony", "ponies"), Noun("pig", "pigs"))
_SMALL_PATIENTS = (
    Noun("cat", "cats"),
    Noun("rabbit", "rabbits"),
    Noun("parrot", "parrots"),
    Noun("hamster", "hamsters"),
)
_HAY_EATERS = (Noun("horse", "horses"), Noun("pony", "ponies"), Noun("donkey", "donkeys"), Noun("mule", "mules"))
_FISHING_BIRDS = (Noun("penguin", "penguins"), Noun("pelican", "pelicans"), Noun("heron", "herons"))
_SEALS = (Noun("seal", "seals"), Noun("sea lion", "sea lions"), Noun("otter", "otters"))
_BEACHES = ("Coral Bay", "Moon Bay", "Shell Cove", "Star Beach", "Lagoon Point", "Mango Beach")

STORIES = (
    Story(
        id="dog-walks",
        situation="animals",
        level="easy",
        split="train",
        cast={"who": PEOPLE},
        facts=(
            Fact("large", "Every day, {who} walks {large} large dogs.", range(2, 9)),
            Fact("small", "{who} walks {small} small dogs every day.", range(2, 10)),
            Fact("fee", "On an ordinary day, {who} gets ${fee} for every dog walked.", range(5, 14)),
            Fact("treats", "{who} spends ${treats} a day on dog treats.", range(3, 20)),
        ),
        question="How many dollars does {who} have left from walking dogs on an ordinary day after paying for "
        "the treats?",
        program="(large + small) * fee - treats",
        before=(
            Before(
                "How many dollars does {who} get for walking dogs on a holiday, before paying for any treats?",
                "(large + small) * (fee + bonus)",
                "reframe",
            ),
            Before(
                "How many dollars does {who} get for walking dogs on an ordinary day, before paying for any treats?",
                "(large + small) * fee",
                "extend",
            ),
            Before("How many dogs does {who} walk every day?", "large + small", "apply"),
        ),
        asides=(
            Fact(
                "bonus",
                "On a holiday, {who} gets ${bonus} more for every dog walked than on an ordinary day.",
                range(2, 7),
            ),
        ),
    ),
    Story(
        id="wildlife-station",
        situation="animals",
        level="easy",
        split="test",
        cast={"animal": _RESCUED, "place": _PLACES, "other": _PLACES},
        facts=(
            Fact(
                "start",
                "At the start of the winter, the wildlife station in {place} has {start} {animal.many}.",
                range(8, 31),
            ),
            Fact("weeks", "The winter lasts {weeks} weeks.", range(8, 15)),
            Fact(
                "weekly",
                "In every week of the winter, people bring {weekly} new {animal.many} to the station in {place}.",
                range(2, 8),
            ),
            Fact("freed", "During the winter, the station in {place} sets {freed} {animal.many} free.", range(3, 24)),
        ),
        question="How many {animal.many} does the wildlife station in {place} have at the end of the winter?",
        program="start + weeks * weekly - freed",
        before=(
            Before(
                "How many {animal.many} do the wildlife stations in {place} and {other} together look after in the "
                "course of the winter?",
                "start + weeks * weekly + elsewhere",
                "narrow",
            ),
            Before(
                "How many {animal.many} does the wildlife station in {place} look after in the course of the winter?",
                "start + weeks * weekly",
                "extend",
            ),
            Before(
                "How many new {animal.many} come to the wildlife station in {place} during the winter?",
                "weeks * weekly",
                "extend",
            ),
        ),
        asides=(
            Fact(
                "elsewhere",
                "In the course of the winter, the wildlife station in {other} looks after {elsewhere} {animal.many}.",
                range(15, 41),
            ),
        ),
    ),
    Story(
        id="holiday-feeding",
        situation="animals",
        level="easy",
        split="train",
        cast={"who": PEOPLE, "animal": _NIBBLERS, "food": _TREATS},
        facts=(
            Fact("count", "{who} feeds {count} {animal.many} while the neighbors are away.", range(3, 6)),
            Fact("each", "Every {animal} eats {each} {food.many} a day.", range(2, 6)),
            Fact("days", "The neighbors plan to be away for {days} days.", range(4, 13)),
            Fact("stock", "There are {stock} {food.many} in the shed.", range(5, 25)),
        ),
        question="How many {food.many} does {who} have to buy for the {animal.many} if the neighbors come back as "
        "planned?",
        program="count * each * days - stock",
        before=(
            Before(
                "How many {food.many} will the {animal.many} that {who} feeds eat if the neighbors come back as "
                "planned?",
                "count * each * days",
                "extend",
            ),
            Before(
                "How many {food.many} would the {animal.many} that {who} feeds eat if the neighbors stayed away longer "
                "than planned?",
                "count * each * (days + longer)",
                "reframe",
            ),
            Before("How many {food.many} do the {animal.many} that {who} feeds eat in a day?", "count * each", "apply"),
        ),
        asides=(Fact("longer", "The neighbors might stay away {longer} days longer than planned.", range(2, 8)),),
    ),
    Story(
        id="shearing-day",
        situation="animals",
        level="medium",
        split="train",
        cast={"who": PEOPLE, "pal": PEOPLE, "animal": _WOOLLY},
        facts=(
            Fact("herd", "{who} keeps {herd} {animal.many}.", range(80, 321, 20)),
            Fact(
                "young",
                "Of the {animal.many} that {who} keeps, {young} percent are too young for shearing, and all the others "
                "are shorn.",
                range(10, 50, 5),
            ),
            Fact("wool", "Every {animal} that is shorn gives {wool} kilograms of wool.", range(3, 7)),
            Fact("price", "{who} sells the wool for ${price:money} a kilogram.", cents(100, 325, 25)),
            Fact("shearer", "{who} pays ${shearer} to the shearer.", range(40, 131, 5)),
        ),
        question="How many dollars does {who} have left from selling the wool of {who.her} own {animal.many} after "
        "paying the shearer?",
        program="herd * (100 - young) / 100 * wool * price - shearer",
        before=(
            Before(
                "How many kilograms of wool do the {animal.many} of {who} and {pal} give together?",
                "herd * (100 - young) / 100 * wool + other",
                "reframe",
            ),
            Before(
                "How many kilograms of wool do the {animal.many} that {who} keeps give?",
                "herd * (100 - young) / 100 * wool",
                "extend",
            ),
            Before(
                "How many of the {animal.many} that {who} keeps are shorn?",
                "herd * (100 - young) / 100",
                "apply",
            ),
            Before(
                "How many of the {animal.many} that {who} keeps are too young to be shorn?",
                "herd * young / 100",
                "reframe",
            ),
        ),
        asides=(
            Fact("other", "The {animal.many} that {pal} keeps give {other} kilograms of wool.", range(120, 480, 10)),
        ),
        money=True,
    ),
    Story(
        id="vet-week",
        situation="animals",
        level="medium",
        split="test",
        cast={"who": PEOPLE, "big": _LARGE_PATIENTS, "tiny": _SMALL_PATIENTS},
        facts=(
            Fact("bigs", "This week, the vet {who} sees {bigs} {big.many}.", range(25, 61)),
            Fact("big_time", "{who} spends {big_time} minutes on every {big}.", range(15, 31)),
            Fact("tinies", "This week, the vet {who} sees {tinies} {tiny.many}.", range(12, 36)),
            Fact("tiny_time", "{who} spends {tiny_time} minutes on every {tiny}.", range(8, 19)),
            Fact("papers", "This week, {who} spends {papers} minutes on paperwork.", range(60, 481, 5)),
        ),
        question="How many minutes does the vet {who} spend this week on the {big.many}, the {tiny.many} and the "
        "paperwork together?",
        program="bigs * big_time + tinies * tiny_time + papers",
        before=(
            Before(
                "How many minutes does the vet {who} spend this week on the {big.many} and the {tiny.many} together?",
                "bigs * big_time + tinies * tiny_time",
                "extend",
            ),
            Before(
                "How many more minutes does the vet {who} spend this week on the {big.many} than on the {tiny.many}?",
                "bigs * big_time - tinies * tiny_time",
                "reframe",
            ),
            Before(
                "How many minutes does the vet {who} spend this week on the {big.many}?", "bigs * big_time", "extend"
            ),
            Before(
                "How many {big.many} and {tiny.many} does the vet {who} see this week altogether?",
                "bigs + tinies",
                "apply",
            ),
        ),
    ),
    Story(
        id="winter-hay",
        situation="animals",
        level="medium",
        split="train",
        cast={"who": PEOPLE, "animal": _HAY_EATERS},
        facts=(
            Fact("herd", "{who} has {herd} {animal.many}.", range(4, 15)),
            Fact("daily", "Every {animal} eats {daily} kilograms of hay a day.", range(4, 13, 2)),
            Fact("days", "The winter lasts {days} days.", (60, 90, 120, 150)),
            Fact("bale", "A bale of hay weighs {bale} kilograms.", (10, 12, 15, 20)),
            Fact("stock", "{who} already has {stock} bales of hay in the barn.", range(20, 81)),
        ),
        question="How many bales of hay does {who} have to buy to feed only {who.her} own {animal.many} over the "
        "winter?",
        program="herd * daily * days / bale - stock",
        before=(
            Before(
                "How many bales of hay do {who}'s own {animal.many} eat over the winter?",
                "herd * daily * days / bale",
                "extend",
            ),
            Before(
                "How many kilograms of hay would all the {animal.many} eat over the winter if {who} took in guest "
                "{animal.many}?",
                "(herd + guests) * daily * days",
                "reframe",
            ),
            Before("How many kilograms of hay do {who}'s own {animal.many} eat in a day?", "herd * daily", "apply"),
        ),
        asides=(
            Fact("guests", "For the whole winter, {who} could take in {guests} guest {animal.many}.", range(2, 7)),
        ),
    ),
    Story(
        id="zoo-fish",
        situation="animals",
        level="hard",
        split="train",
        cast={"place": _PLACES, "bird": _FISHING_BIRDS, "seal": _SEALS},
        facts=(
            Fact("birds", "The zoo in {place} has {birds} {bird.many}.", range(20, 91)),
            Fact("bird_fish", "Every {bird} at the zoo eats {bird_fish} fish a day.", range(4, 13)),
            Fact("seals", "The zoo in {place} has {seals} {seal.many}.", range(6, 31)),
            Fact("seal_fish", "Every {seal} at the zoo eats {seal_fish} fish a day.", range(14, 36)),
            Fact("days", "The summer season at the zoo lasts {days} days.", range(60, 131, 5)),
            Fact("price", "Every fish costs the zoo ${price:money}.", cents(20, 100, 5)),
            Fact(
                "delivery",
                "For the whole summer season, the delivery of the fish costs the zoo ${delivery}.",
                range(600, 3001, 50),
                revisable=False,
            ),
        ),
        question="How many dollars does the zoo in {place} spend this summer season on fish for its {bird.many} and "
        "{seal.many}, with the delivery included?",
        program="(birds * bird_fish + seals * seal_fish) * days * price + delivery",
        before=(
            Before(
                "How many fish do the {bird.many} and {seal.many} at the zoo in {place} eat this summer season?",
                "(birds * bird_fish + seals * seal_fish) * days",
                "apply",
            ),
            Before(
                "How many fish would the {bird.many} and {seal.many} at the zoo in {place} eat in a day if next year's "
                "new {seal.many} were already there?",
                "birds * bird_fish + (seals + new) * seal_fish",
                "reframe",
            ),
            Before(
                "How many fish do the {bird.many} and {seal.many} at the zoo in {place} eat in a day?",
                "birds * bird_fish + seals * seal_fish",
                "extend",
            ),
            Before(
                "How many fish do the {bird.many} at the zoo in {place} eat in a day?", "birds * bird_fish", "extend"
            ),
        ),
        asides=(Fact("new", "The zoo will get {new} new {seal.many} next year.", range(2, 9)),),
        money=True,
    ),
    Story(
        id="turtle-beach",
        situation="animals",
        level="hard",
        split="test",
        cast={"beach": _BEACHES},
        facts=(
            Fact("nests", "This year, there are {nests} turtle nests at {beach}.", range(300, 901, 10)),
            Fact("eggs", "Every nest at {beach} holds {eggs} eggs.", range(80, 141, 20)),
            Fact("hatch", "At {beach}, {hatch} percent of the eggs hatch.", range(50, 90, 5)),
            Fact(
                "caught",
                "The birds at {beach} catch {caught} young turtles, and all the others reach the sea.",
                range(400, 3001, 50),
            ),
            Fact(
                "gift",
                "A sponsor gives the turtle station ${gift} for every young turtle that reaches the sea.",
                range(2, 7),
            ),
            Fact("wardens", "The turtle station at {beach} has {wardens} wardens.", range(3, 10), revisable=False),
            Fact(
                "wage",
                "The station pays ${wage} to every warden for the season.",
                range(800, 1901, 20),
                revisable=False,
            ),
        ),
        question="How many dollars from the sponsor does the turtle station at {beach} have left after paying its "
        "wardens, with no nets over the beach?",
        program="(nests * eggs * hatch / 100 - caught) * gift - wardens * wage",
        before=(
            Before(
                "How many dollars does the turtle station at {beach} get from the sponsor, with no nets over the "
                "beach?",
                "(nests * eggs * hatch / 100 - caught) * gift",
                "extend",
            ),
            Before(
                "How many young turtles would reach the sea at {beach} with nets over the beach?",
                "nests * eggs * hatch / 100 - (caught - saved)",
                "reframe",
            ),
            Before(
                "How many young turtles reach the sea at {beach} with no nets over the beach?",
                "nests * eggs * hatch / 100 - caught",
                "reframe",
            ),
            Before("How many young turtles hatch at {beach} this year?", "nests * eggs * hatch / 100", "narrow"),
        ),
        asides=(
            Fact(
                "saved",
                "With nets over the beach, the birds would catch {saved} fewer young turtles.",
                range(100, 381, 20),
            ),
        ),
    ),
)
