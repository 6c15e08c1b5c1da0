"""Sports: training, matches, races and the people around them."""

from __future__ import annotations

from evolving_intent_env.domains.grade_school.story import PEOPLE, Before, Fact, Story

_PLACES = ("Porto", "Bergen", "Lima", "Quito", "Galway", "Nairobi", "Osaka", "Bergamo", "Tartu")
_SPORTS = ("handball", "volleyball", "basketball", "futsal", "netball", "korfball")
_MONTHS = ("March", "April", "May", "June", "September", "October")
_LAKES = ("Lake Alva", "Lake Mirna", "Lake Sora", "Lake Tindal", "Swan Lake")
_CLUBS = ("Riverside", "Greenhill", "Old Town", "North Bay", "Lakeside")
_ARENAS = ("Park Arena", "Sunrise Arena", "Harbour Hall", "Victory Stadium", "Hilltop Arena")
_CAUSES = ("the city library", "the animal shelter", "a new playground", "the music school", "the lifeboat station")

STORIES = (
    Story(
        id="pool-lengths",
        situation="sports",
        level="easy",
        split="test",
        cast={"who": PEOPLE, "month": _MONTHS},
        facts=(
            Fact("mornings", "In {month}, {who} went to the pool on {mornings} mornings.", range(3, 11)),
            Fact("short", "On every morning visit, {who} swam {short} lengths of the pool.", range(8, 17)),
            Fact("evenings", "On {evenings} evenings in {month}, {who} went to the pool after work.", range(2, 9)),
            Fact("long", "On every evening visit, {who} swam {long} lengths of the pool.", range(10, 21)),
        ),
        question="How many lengths did {who} really swim on morning and evening visits to the pool in {month}?",
        program="mornings * short + evenings * long",
        before=(
            Before(
                "How many lengths would {who} have swum on morning visits to the pool in {month} if {who.she} had not "
                "been ill?",
                "(mornings + missed) * short",
                "reframe",
            ),
            Before(
                "How many lengths did {who} swim on morning visits to the pool in {month}?",
                "mornings * short",
                "extend",
            ),
            Before(
                "How many morning and evening visits to the pool did {who} make in {month}?",
                "mornings + evenings",
                "apply",
            ),
        ),
        asides=(
            Fact(
                "missed",
                "If {who} had not been ill, {who.she} would have gone to the pool on {missed} more mornings in "
                "{month}.",
                range(2, 6),
            ),
        ),
    ),
    Story(
        id="tournament-people",
        situation="sports",
        level="easy",
        split="train",
        cast={"sport": _SPORTS, "place": _PLACES},
        facts=(
            Fact("teams", "The {sport} tournament in {place} has {teams} teams.", range(3, 11)),
            Fact("players", "Every team in the tournament has {players} players.", range(7, 15)),
            Fact("coaches", "Every team brings {coaches} coaches along.", range(2, 5)),
            Fact("helpers", "There are {helpers} helpers at the tournament.", range(8, 36)),
        ),
        question="How many players, coaches and helpers are there altogether at the {sport} tournament in {place}?",
        program="teams * (players + coaches) + helpers",
        before=(
            Before(
                "How many players and coaches would there be at the {sport} tournament in {place} "
                "if the teams on the waiting list took part as well?",
                "(teams + waiting) * (players + coaches)",
                "reframe",
            ),
            Before(
                "How many players and coaches are there at the {sport} tournament in {place}?",
                "teams * (players + coaches)",
                "extend",
            ),
            Before("How many players are there at the {sport} tournament in {place}?", "teams * players", "extend"),
        ),
        asides=(
            Fact(
                "waiting",
                "The waiting list has {waiting} more teams, each with as many players and coaches as the others.",
                range(2, 6),
            ),
        ),
    ),
    Story(
        id="lake-laps",
        situation="sports",
        level="easy",
        split="train",
        cast={"who": PEOPLE, "pal": PEOPLE, "lake": _LAKES},
        facts=(
            Fact("planned", "This morning, {who} planned to cycle {planned} laps around {lake}.", range(6, 14)),
            Fact("lap", "A lap around {lake} is {lap} kilometers long.", range(3, 8)),
            Fact("skipped", "{who} got tired and left out {skipped} of the planned laps.", range(2, 5)),
            Fact("home", "From the lake, {who} cycled {home} kilometers home.", range(4, 21)),
        ),
        question="How many kilometers did {who} cycle this morning, around {lake} and home from there?",
        program="(planned - skipped) * lap + home",
        before=(
            Before(
                "How many kilometers did {pal} cycle around {lake} this morning?",
                "(planned - skipped) * lap + further",
                "reframe",
            ),
            Before(
                "How many kilometers did {who} cycle around {lake} this morning?",
                "(planned - skipped) * lap",
                "extend",
            ),
            Before("How many laps around {lake} did {who} finish this morning?", "planned - skipped", "apply"),
            Before(
                "How many kilometers around {lake} did {who} plan to cycle this morning?",
                "planned * lap",
                "reframe",
            ),
        ),
        asides=(
            Fact(
                "further",
                "{pal} cycled {further} kilometers further around {lake} than {who} this morning.",
                range(2, 21),
            ),
        ),
    ),
    Story(
        id="final-tickets",
        situation="sports",
        level="medium",
        split="test",
        cast={"club": _CLUBS, "sport": _SPORTS},
        facts=(
            Fact("adults", "The {club} club sold {adults} adult tickets for its {sport} final.", range(90, 301, 5)),
            Fact("full", "An adult ticket for the final cost ${full}.", range(6, 13)),
            Fact("children", "The {club} club sold {children} child tickets for the final.", range(40, 201, 4)),
            Fact("reduced", "A child ticket for the final cost ${reduced}.", range(2, 6)),
            Fact("hall", "The {club} club paid ${hall} for the hall.", range(150, 481, 10)),
        ),
        question="How many dollars did the {club} club have left from the ticket sales for its {sport} final "
        "after paying for the hall?",
        program="adults * full + children * reduced - hall",
        before=(
            Before(
                "How many dollars did the tickets and the snack stand bring in together at the {sport} final "
                "of the {club} club?",
                "adults * full + children * reduced + snacks",
                "narrow",
            ),
            Before(
                "How many dollars did the {club} club take in from all the tickets for its {sport} final?",
                "adults * full + children * reduced",
                "extend",
            ),
            Before(
                "How many dollars did the {club} club take in from the adult tickets for its {sport} final?",
                "adults * full",
                "extend",
            ),
            Before(
                "How many tickets, for adults and children together, did the {club} club sell for its {sport} final?",
                "adults + children",
                "apply",
            ),
        ),
        asides=(Fact("snacks", "The snack stand at the final took in ${snacks}.", range(120, 431, 10)),),
    ),
    Story(
        id="race-training-plan",
        situation="sports",
        level="medium",
        split="train",
        cast={"who": PEOPLE, "place": _PLACES},
        facts=(
            Fact(
                "weeks",
                "{who} trains for the race in {place} for {weeks} weeks.",
                range(6, 19),
            ),
            Fact("runs", "Every week, {who} plans to do {runs} short runs.", range(2, 6)),
            Fact("short", "Every short run is {short} kilometers long.", range(4, 13)),
            Fact("long", "Every week, {who} plans to do a long run of {long} kilometers.", range(14, 29)),
            Fact("missed", "{who} misses {missed} of the planned kilometers because of a sore foot.", range(8, 70)),
        ),
        question="How many kilometers does {who} really run in training, before the race in {place}?",
        program="weeks * (runs * short + long) - missed",
        before=(
            Before(
                "How many kilometers do all the runs that {who} plans in training and the race in {place} come to "
                "together?",
                "weeks * (runs * short + long) + race",
                "narrow",
            ),
            Before(
                "How many kilometers does {who} plan to run in every week of training for the race in {place}?",
                "runs * short + long",
                "apply",
            ),
            Before(
                "How many kilometers of short runs does {who} plan in every week of training for the race in {place}?",
                "runs * short",
                "extend",
            ),
        ),
        asides=(Fact("race", "The race in {place} is {race} kilometers long.", range(20, 43)),),
    ),
    Story(
        id="arena-seats",
        situation="sports",
        level="medium",
        split="train",
        cast={"arena": _ARENAS, "sport": _SPORTS},
        facts=(
            Fact("rows", "{arena} has {rows} rows of seats.", range(20, 61, 10)),
            Fact("seats", "Every row in {arena} has {seats} seats.", range(20, 53, 2)),
            Fact("press", "For the {sport} match, {press} seats are kept for the press.", range(20, 121, 20)),
            Fact("sold", "Of the seats that are not kept for the press, {sold} percent are sold.", range(30, 80, 5)),
            Fact("gifts", "The arena gives {gifts} of the unsold seats to local schools.", range(10, 61, 5)),
        ),
        question="How many seats in {arena} can still be bought for the {sport} match?",
        program="(rows * seats - press) * (100 - sold) / 100 - gifts",
        before=(
            Before(
                "How many dollars have been paid so far for tickets to the {sport} match in {arena}?",
                "(rows * seats - press) * sold / 100 * price",
                "reframe",
            ),
            Before(
                "How many seats in {arena} are sold for the {sport} match?",
                "(rows * seats - press) * sold / 100",
                "apply",
            ),
            Before(
                "How many seats in {arena} are not kept for the press at the {sport} match?",
                "rows * seats - press",
                "narrow",
            ),
            Before("How many seats does {arena} have?", "rows * seats", "narrow"),
        ),
        asides=(Fact("price", "Every ticket for the match costs ${price}.", range(3, 16)),),
    ),
    Story(
        id="charity-run",
        situation="sports",
        level="hard",
        split="train",
        cast={"place": _PLACES, "cause": _CAUSES},
        facts=(
            Fact("runners", "The charity run in {place} has {runners} runners.", range(800, 4001, 100)),
            Fact("fee", "Every runner in the charity run pays an entry fee of ${fee}.", range(14, 32)),
            Fact("finish", "Of the runners, {finish} percent reach the finish line.", range(55, 90, 5)),
            Fact("gift", "A bank gives ${gift} for every runner who reaches the finish line.", range(2, 10)),
            Fact("shirt", "Every runner gets a shirt that costs the organizers ${shirt}.", range(3, 9)),
            Fact("roads", "The organizers pay ${roads} for closing the roads.", range(1500, 6001, 250)),
        ),
        question="How many dollars from the entry fees and the bank are left for {cause} once the charity run in "
        "{place} has paid for the shirts and for closing the roads?",
        program="runners * fee + runners * finish / 100 * gift - runners * shirt - roads",
        before=(
            Before(
                "How many dollars would the bank give for the charity run in {place} if the course were shorter?",
                "(runners * finish / 100 + more) * gift",
                "reframe",
            ),
            Before(
                "How many dollars does the bank give for the charity run in {place}?",
                "runners * finish / 100 * gift",
                "extend",
            ),
            Before(
                "How many runners reach the finish line of the charity run in {place}?",
                "runners * finish / 100",
                "apply",
            ),
            Before(
                "How many runners do not reach the finish line of the charity run in {place}?",
                "runners * (100 - finish) / 100",
                "reframe",
            ),
        ),
        asides=(
            Fact("more", "If the course were shorter, {more} more runners would reach the finish line.", range(20, 81)),
        ),
        given=("more < runners * (100 - finish) / 100",),
    ),
    Story(
        id="triathlon-time",
        situation="sports",
        level="hard",
        split="train",
        cast={"who": PEOPLE},
        facts=(
            Fact("lengths", "The swim in the triathlon is {lengths} lengths of the pool.", range(20, 81, 2)),
            Fact("swim", "{who} needs {swim} seconds to swim a length of the pool.", range(24, 52)),
            Fact("ride_km", "The bike ride in the triathlon is {ride_km} kilometers long.", range(20, 91)),
            Fact("ride", "On the old bike, {who} needs {ride} seconds for a kilometer.", range(110, 191)),
            Fact("run_km", "The run in the triathlon is {run_km} kilometers long.", range(5, 22)),
            Fact("run", "{who} needs {run} seconds to run a kilometer.", range(240, 421)),
            Fact("change", "During the triathlon, {who} spends {change} seconds changing.", range(90, 400, 5)),
        ),
        question="How many seconds does {who} need for the whole triathlon on the old bike, with the changing "
        "included?",
        program="lengths * swim + ride_km * ride + run_km * run + change",
        before=(
            Before(
                "How many seconds would {who} need for the whole triathlon on a racing bike, with the changing "
                "included?",
                "lengths * swim + ride_km * (ride - saved) + run_km * run + change",
                "reframe",
            ),
            Before(
                "How many seconds does {who} need for the swim and the ride on the old bike together in the triathlon, "
                "without the changing?",
                "lengths * swim + ride_km * ride",
                "extend",
            ),
            Before("How many seconds does {who} need for the swim in the triathlon?", "lengths * swim", "extend"),
        ),
        asides=(
            Fact(
                "saved",
                "On a racing bike, {who} would need {saved} seconds less for a kilometer than on the old bike.",
                range(8, 40),
            ),
        ),
    ),
)
