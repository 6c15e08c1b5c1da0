"""School life."""

from __future__ import annotations

from evolving_intent_env.domains.grade_school.story import PEOPLE, Before, Fact, Noun, Story, cents

_SCHOOLS = (
    "Hillside School",
    "Riverside School",
    "Lakeview School",
    "Oak Street School",
    "Harbour School",
    "Meadow School",
    "Sunfield School",
    "Station Road School",
)

STORIES = (
    Story(
        id="class-supplies",
        situation="school",
        level="easy",
        split="train",
        cast={
            "who": PEOPLE,
            "item": (
                Noun("pencil", "pencils"),
                Noun("crayon", "crayons"),
                Noun("marker", "markers"),
                Noun("sticker", "stickers"),
                Noun("paintbrush", "paintbrushes"),
            ),
        },
        facts=(
            Fact("packs", "{who} buys {packs} packs of {item.many} for school.", range(8, 17)),
            Fact("each", "Every pack holds {each} {item.many}.", range(8, 21)),
            Fact("children", "There are {children} children in the class that {who} teaches.", range(11, 29)),
            Fact("share", "{who} gives every child in {who.her} class {share} {item.many}.", range(2, 6)),
        ),
        question="How many of the {item.many} that {who} bought are left after every child in {who.her} class has "
        "been given some?",
        program="packs * each - children * share",
        before=(
            Before("How many {item.many} does {who} give to {who.her} whole class?", "children * share", "reframe"),
            Before(
                "How many {item.many} would {who} give away altogether if every child in the class next door got the "
                "same number too?",
                "(children + others) * share",
                "narrow",
            ),
            Before("How many {item.many} does {who} buy for school?", "packs * each", "apply"),
        ),
        asides=(Fact("others", "There are {others} children in the class next door to {who}'s.", range(10, 26)),),
        given=("(children + others) * share <= packs * each",),
    ),
    Story(
        id="quiz-points",
        situation="school",
        level="easy",
        split="train",
        cast={
            "who": PEOPLE,
            "friend": PEOPLE,
            "topic": ("geography", "history", "science", "music", "nature"),
        },
        facts=(
            Fact("right", "{who} answers {right} questions correctly in the {topic} quiz.", range(8, 25)),
            Fact("points", "Every correct answer in the {topic} quiz earns {points} points.", range(3, 12)),
            Fact("bonus", "{who} gets {bonus} bonus points for finishing the {topic} quiz early.", range(4, 25)),
            Fact("hints", "{who} loses {hints} points for asking for hints in the {topic} quiz.", range(2, 20)),
        ),
        question="How many points does {who} have at the end of the {topic} quiz?",
        program="right * points + bonus - hints",
        before=(
            Before(
                "How many points does {who} collect in the {topic} quiz, bonus included, before any are taken away?",
                "right * points + bonus",
                "extend",
            ),
            Before(
                "How many more points does {who} earn with correct answers in the {topic} quiz than {friend}?",
                "(right - other) * points",
                "narrow",
            ),
            Before(
                "How many points does {who} earn with correct answers alone in the {topic} quiz?",
                "right * points",
                "reframe",
            ),
        ),
        asides=(Fact("other", "{friend} answers {other} questions correctly in the {topic} quiz.", range(3, 20)),),
    ),
    Story(
        id="paper-decorations",
        situation="school",
        level="easy",
        split="test",
        cast={
            "who": PEOPLE,
            "thing": (
                Noun("star", "stars"),
                Noun("snowflake", "snowflakes"),
                Noun("flower", "flowers"),
                Noun("butterfly", "butterflies"),
                Noun("boat", "boats"),
            ),
        },
        facts=(
            Fact("children", "{who} teaches a class of {children} children.", range(14, 31)),
            Fact("absent", "Today, {absent} children from {who}'s class are absent.", range(2, 8)),
            Fact("each", "Today, every child present in {who}'s class folds {each} paper {thing.many}.", range(3, 11)),
            Fact("own", "{who} folds {own} paper {thing.many} today.", range(4, 25)),
        ),
        question="How many paper {thing.many} do {who} and the children in {who.her} class fold today altogether?",
        program="(children - absent) * each + own",
        before=(
            Before(
                "How many paper {thing.many} do the children in {who}'s class fold today, not counting {who.her} own?",
                "(children - absent) * each",
                "extend",
            ),
            Before(
                "How many paper {thing.many} will {who}'s class fold tomorrow if nobody is absent?",
                "children * later",
                "reframe",
            ),
            Before("How many children are present in {who}'s class today?", "children - absent", "apply"),
        ),
        asides=(
            Fact("later", "Tomorrow, every child in {who}'s class will fold {later} paper {thing.many}.", range(2, 9)),
        ),
    ),
    Story(
        id="sponsored-run",
        situation="school",
        level="medium",
        split="train",
        cast={
            "school": _SCHOOLS,
            "charity": ("the animal shelter", "the food bank", "the children's hospital", "the bird park"),
            "prize": (Noun("medal", "medals"), Noun("T-shirt", "T-shirts"), Noun("cup", "cups"), Noun("cap", "caps")),
        },
        facts=(
            Fact("runners", "At {school}, {runners} pupils take part in the sponsored run.", range(20, 73, 4)),
            Fact("laps", "Every pupil in the sponsored run completes {laps} laps.", range(6, 16)),
            Fact("lap", "Sponsors pay {school} ${lap:money} for every lap.", cents(150, 400, 50)),
            Fact("part", "{school} gives {part} percent of the sponsors' money to {charity}.", range(10, 60, 5)),
            Fact("prizes", "The {prize.many} for the winners cost {school} ${prizes}.", range(24, 80)),
        ),
        question="How many dollars of the sponsors' money does {school} have left after giving to {charity} and paying "
        "for the winners' {prize.many}?",
        program="runners * laps * lap * (100 - part) / 100 - prizes",
        before=(
            Before(
                "How many dollars of the sponsors' money does {school} give to {charity}?",
                "runners * laps * lap * part / 100",
                "reframe",
                money=True,
            ),
            Before(
                "How many more dollars do sponsors pay {school} for this year's run than for last year's?",
                "runners * laps * lap - last",
                "narrow",
            ),
            Before(
                "How many dollars do sponsors pay {school} for the laps of a single pupil?",
                "laps * lap",
                "extend",
                money=True,
            ),
            Before(
                "How many laps do all the pupils in the sponsored run complete together?", "runners * laps", "reframe"
            ),
        ),
        asides=(Fact("last", "Last year, sponsors paid {school} ${last} for the sponsored run.", range(80, 600, 20)),),
        money=True,
    ),
    Story(
        id="school-show",
        situation="school",
        level="medium",
        split="train",
        cast={"who": PEOPLE, "show": ("play", "musical", "circus show", "dance show", "puppet show")},
        facts=(
            Fact("adults", "{who}'s school sells {adults} adult tickets for the {show}.", range(70, 181, 2)),
            Fact("high", "An adult ticket for the {show} costs ${high}.", range(6, 15)),
            Fact("kids", "{who}'s school sells {kids} child tickets for the {show}.", range(30, 121, 2)),
            Fact("low", "A child ticket for the {show} costs ${low:money}.", cents(200, 500, 50)),
            Fact("costumes", "The costumes for the {show} cost {who}'s school ${costumes}.", range(90, 351, 5)),
        ),
        question="How many dollars of the ticket money for the {show} does {who}'s school have left after paying for "
        "the costumes?",
        program="adults * high + kids * low - costumes",
        before=(
            Before(
                "How many dollars does {who}'s school take in with all the tickets for the {show}?",
                "adults * high + kids * low",
                "extend",
            ),
            Before(
                "How many seats in the hall stay empty at the {show} if everybody with a ticket comes?",
                "seats - adults - kids",
                "reframe",
            ),
            Before(
                "How many more dollars do the adult tickets for the {show} bring in than the child tickets?",
                "adults * high - kids * low",
                "reframe",
            ),
            Before("How many dollars do the adult tickets for the {show} bring in?", "adults * high", "extend"),
        ),
        asides=(Fact("seats", "The hall for the {show} has {seats} seats.", range(240, 421, 10)),),
    ),
    Story(
        id="class-trip-share",
        situation="school",
        level="medium",
        split="test",
        cast={
            "who": PEOPLE,
            "place": ("science museum", "castle", "zoo", "aquarium", "planetarium", "toy museum"),
        },
        facts=(
            Fact("children", "There are {children} children in {who}'s class.", (10, 16, 20, 25)),
            Fact("coach", "The coach for the class trip to the {place} costs ${coach}.", range(280, 601, 20)),
            Fact("help", "The parents' club pays ${help} of the cost of the coach.", range(60, 241, 20)),
            Fact("entry", "Entry to the {place} costs ${entry:money} for each child.", cents(300, 950, 50)),
            Fact("lunch", "Lunch at the {place} costs ${lunch:money} for each child.", cents(250, 600, 25)),
        ),
        question="How many dollars does each child in {who}'s class pay for entry, lunch and an equal share of the "
        "coach, once the parents' club has helped?",
        program="(coach - help) / children + entry + lunch",
        before=(
            Before(
                "How many dollars does each child in {who}'s class pay for an equal share of the coach, once the "
                "parents' club has helped?",
                "(coach - help) / children",
                "extend",
                money=True,
            ),
            Before(
                "How many dollars would the guided tour of the {place} cost for all the children in {who}'s class?",
                "children * tour",
                "reframe",
            ),
            Before(
                "How many dollars do entry and lunch at the {place} cost for all the children in {who}'s class?",
                "children * (entry + lunch)",
                "extend",
                money=True,
            ),
            Before(
                "How many dollars of the cost of the coach to the {place} are left to pay once the parents' club has "
                "helped?",
                "coach - help",
                "reframe",
            ),
        ),
        asides=(Fact("tour", "A guided tour of the {place} would cost ${tour} for each child.", range(2, 9)),),
        money=True,
    ),
    Story(
        id="new-classrooms",
        situation="school",
        level="hard",
        split="train",
        cast={
            "school": _SCHOOLS,
            "extra": (Noun("carpet", "carpets"), Noun("bookcase", "bookcases"), Noun("projector", "projectors")),
        },
        facts=(
            Fact("rooms", "{school} has {rooms} new classrooms.", range(3, 7), revisable=False),
            Fact("desks", "Every new classroom at {school} gets {desks} desks.", range(6, 14, 2)),
            Fact("chairs", "Every desk for the new classrooms needs {chairs} chairs.", range(2, 5), revisable=False),
            Fact("desk", "A new desk costs {school} ${desk} before any discount.", range(50, 111, 5)),
            Fact("chair", "A new chair costs {school} ${chair} before any discount.", range(20, 36, 5)),
            Fact(
                "discount",
                "{school} gets a discount of {discount} percent on the new desks and chairs.",
                range(10, 50, 10),
            ),
            Fact("delivery", "Delivering the new desks and chairs costs {school} ${delivery}.", range(150, 601, 10)),
            Fact("budget", "{school} has a furniture budget of ${budget}.", range(17000, 20001, 250)),
        ),
        question="How many dollars of its furniture budget does {school} have left after paying for the new desks and "
        "chairs and their delivery?",
        program="budget - rooms * desks * (desk + chairs * chair) * (100 - discount) / 100 - delivery",
        before=(
            Before(
                "How many dollars do the new desks and chairs cost {school} after the discount, without delivery?",
                "rooms * desks * (desk + chairs * chair) * (100 - discount) / 100",
                "extend",
            ),
            Before(
                "How many dollars would {school} pay to put a new {extra} into every new classroom?",
                "rooms * price",
                "reframe",
            ),
            Before(
                "How many new chairs does {school} buy for all the new classrooms?", "rooms * desks * chairs", "apply"
            ),
            Before("How many new desks does {school} buy for all the new classrooms?", "rooms * desks", "extend"),
        ),
        asides=(Fact("price", "A new {extra} for a classroom would cost {school} ${price}.", range(120, 451, 10)),),
    ),
    Story(
        id="paper-saving-plan",
        situation="school",
        level="hard",
        split="train",
        cast={"school": _SCHOOLS, "other": _SCHOOLS},
        facts=(
            Fact("classes", "{school} has {classes} classes.", range(10, 25)),
            Fact("children", "There are {children} children in every class at {school}.", range(18, 30)),
            Fact("sheets", "Every child at {school} uses {sheets} sheets of paper on a school day now.", range(6, 15)),
            Fact(
                "cut",
                "A saving plan at {school} will cut the children's use of paper by {cut} percent.",
                range(10, 60, 10),
            ),
            Fact(
                "office",
                "The office at {school} uses {office} sheets of paper on a school day.",
                range(80, 241, 10),
            ),
            Fact("days", "The school year at {school} has {days} school days.", range(160, 211, 10), revisable=False),
            Fact("stock", "{school} still has {stock} sheets of paper in a cupboard.", range(4000, 20001, 500)),
        ),
        question="How many sheets of paper does {school} have to buy for a school year with the saving plan?",
        program="days * (classes * children * sheets * (100 - cut) / 100 + office) - stock",
        before=(
            Before(
                "How many sheets of paper will the children and the office at {school} use in a school year with the "
                "saving plan?",
                "days * (classes * children * sheets * (100 - cut) / 100 + office)",
                "extend",
            ),
            Before(
                "How many more sheets of paper do the children and the office at {school} use on a school day now than "
                "{other} does?",
                "classes * children * sheets + office - theirs",
                "reframe",
            ),
            Before(
                "How many sheets of paper do all the children at {school} use on a school day now?",
                "classes * children * sheets",
                "extend",
            ),
            Before("How many children are there at {school}?", "classes * children", "apply"),
        ),
        asides=(Fact("theirs", "{other} uses {theirs} sheets of paper on a school day.", range(520, 1101, 20)),),
    ),
)
