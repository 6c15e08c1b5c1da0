"""Parties, fairs, fundraisers and tickets."""

from __future__ import annotations

from evolving_intent_env.domains.grade_school.story import PEOPLE, Before, Fact, Noun, Story, cents

_CAUSES = (
    "the animal shelter",
    "the school garden",
    "the lifeboat crew",
    "the children's hospital",
    "the youth orchestra",
)

STORIES = (
    Story(
        id="party-treats",
        situation="festivals",
        level="easy",
        split="train",
        cast={
            "who": PEOPLE,
            "party": ("birthday party", "costume party", "garden party", "beach party"),
            "treat": (
                Noun("strawberry", "strawberries"),
                Noun("grape", "grapes"),
                Noun("gummy bear", "gummy bears"),
                Noun("marshmallow", "marshmallows"),
                Noun("cherry", "cherries"),
            ),
        },
        facts=(
            Fact("invited", "{who} invites {invited} children to a {party}.", range(9, 25)),
            Fact("absent", "On the day, {absent} of the invited children cannot come.", range(2, 7)),
            Fact("each", "Every child at the {party} gets {each} {treat.many}.", range(3, 10)),
            Fact("plate", "{who} puts {plate} {treat.many} on a plate for the parents.", range(6, 31)),
        ),
        question="How many {treat.many} does {who} need for the children and the parents at the {party}?",
        program="(invited - absent) * each + plate",
        before=(
            Before(
                "How many {treat.many} do the children at {who}'s {party} get altogether?",
                "(invited - absent) * each",
                "extend",
            ),
            Before(
                "How many {treat.many} would the children at {who}'s {party} get with larger helpings?",
                "(invited - absent) * (each + larger)",
                "reframe",
            ),
            Before("How many children come to {who}'s {party}?", "invited - absent", "apply"),
        ),
        asides=(Fact("larger", "Larger helpings would mean {larger} more {treat.many} for every child.", range(2, 6)),),
    ),
    Story(
        id="drinks-stall",
        situation="festivals",
        level="easy",
        split="train",
        cast={
            "who": PEOPLE,
            "friend": PEOPLE,
            "drink": ("lemonade", "iced tea", "hot chocolate", "apple juice", "ginger tea"),
            "fair": ("village fair", "school fair", "street festival", "harbor festival"),
        },
        facts=(
            Fact("cups", "{who} sells {cups} cups of {drink} at the {fair}.", range(18, 33)),
            Fact("price", "{who} asks ${price:money} for a cup.", cents(200, 600, 50)),
            Fact("supplies", "The ingredients cost {who} ${supplies:money}.", range(6, 25)),
            Fact("rent", "{who} pays ${rent:money} for the stall.", range(4, 20)),
        ),
        question="How much money does {who} earn with {drink} at the {fair} after all costs?",
        program="cups * price - supplies - rent",
        money=True,
        before=(
            Before("How much does {who} spend on ingredients and the stall together?", "supplies + rent", "apply"),
            Before(
                "How much money would {who} have taken at the {fair} by selling as many cups as {friend}?",
                "other * price",
                "reframe",
                money=True,
            ),
            Before(
                "How many more cups of {drink} does {friend} sell at the {fair} than {who}?",
                "other - cups",
                "apply",
            ),
        ),
        asides=(Fact("other", "{friend}, at the next stall, sells {other} cups of {drink}.", range(30, 41)),),
    ),
    Story(
        id="street-party-benches",
        situation="festivals",
        level="easy",
        split="test",
        cast={
            "street": (
                *("Mill Street", "Rose Street", "Park Street", "Canal Street", "Station Road", "Orchard Lane"),
                *("Church Lane", "River Road", "Market Street", "Windmill Road", "Linden Street", "School Lane"),
            ),
            "season": ("spring", "summer", "autumn", "winter"),
        },
        facts=(
            Fact("houses", "There are {houses} houses on {street}.", (6, 12, 18, 24, 30, 36)),
            Fact("each", "From every house, {each} people come to the {season} party on {street}.", range(2, 7)),
            Fact("guests", "From other streets, {guests} guests come to the {season} party.", (6, 12, 18, 24, 30, 36)),
            Fact("seats", "A bench seats {seats} people.", (2, 3, 6)),
        ),
        question="How many benches do the people at the {season} party on {street} fill?",
        program="(houses * each + guests) / seats",
        before=(
            Before(
                "How much would it cost to rent benches for everybody at the {season} party on {street}?",
                "(houses * each + guests) / seats * rent",
                "narrow",
            ),
            Before(
                "How many people come to the {season} party on {street}?",
                "houses * each + guests",
                "apply",
            ),
            Before(
                "How many more people at the {season} party live on {street} than come from other streets?",
                "houses * each - guests",
                "extend",
            ),
        ),
        asides=(Fact("rent", "Renting a bench would cost ${rent}.", range(3, 10)),),
    ),
    Story(
        id="show-for-a-good-cause",
        situation="festivals",
        level="medium",
        split="train",
        cast={
            "event": ("school play", "choir concert", "puppet show", "talent show", "dance show"),
            "cause": _CAUSES,
        },
        facts=(
            Fact("adults", "The {event} sells {adults} adult tickets.", range(90, 200)),
            Fact("full", "An adult ticket for the {event} costs ${full:money}.", range(7, 15)),
            Fact("children", "The {event} sells {children} child tickets.", range(40, 130)),
            Fact("reduced", "A child ticket for the {event} costs ${reduced:money}.", cents(200, 500, 50)),
            Fact("hall", "Renting the hall for the {event} costs ${hall}.", range(120, 450, 10)),
        ),
        question="How much ticket money from the {event} is left for {cause} after the hall is paid?",
        program="adults * full + children * reduced - hall",
        money=True,
        before=(
            Before(
                "How much money do all the tickets sold for the {event} bring in?",
                "adults * full + children * reduced",
                "extend",
                money=True,
            ),
            Before(
                "How much money would the child tickets for the {event} bring in if none of them stayed unsold?",
                "(children + unsold) * reduced",
                "reframe",
                money=True,
            ),
            Before(
                "How much more money do the adult tickets for the {event} bring in than the child tickets?",
                "adults * full - children * reduced",
                "narrow",
                money=True,
            ),
        ),
        asides=(Fact("unsold", "In the end, {unsold} child tickets for the {event} stay unsold.", range(8, 40)),),
    ),
    Story(
        id="charity-run-goal",
        situation="festivals",
        level="medium",
        split="train",
        cast={
            "cause": _CAUSES,
            "run": ("charity run", "charity swim", "charity bike ride", "charity walk"),
            "bakery": ("bakery", "bank", "bookshop", "garden center", "radio station"),
        },
        facts=(
            Fact("people", "The {run} for {cause} has {people} participants.", range(6, 13)),
            Fact("laps", "Every participant of the {run} completes {laps} laps.", range(4, 10)),
            Fact("lap", "Sponsors give ${lap:money} for every lap.", cents(100, 300, 25)),
            Fact("cakes", "A cake sale beside the {run} brings in ${cakes}.", range(40, 130, 5)),
            Fact("goal", "The goal is to collect ${goal} for {cause}.", range(470, 601, 10)),
        ),
        question="How much money is still missing to reach the goal for {cause} after the {run} and the cake sale?",
        program="goal - people * laps * lap - cakes",
        money=True,
        before=(
            Before(
                "How much money do the {run} and the cake sale for {cause} bring in together?",
                "people * laps * lap + cakes",
                "extend",
                money=True,
            ),
            Before(
                "How much money would the laps of the {run} and the {bakery} together have brought in for {cause}?",
                "people * (laps * lap + bonus)",
                "reframe",
                money=True,
            ),
            Before("How many laps do the participants of the {run} complete altogether?", "people * laps", "apply"),
        ),
        asides=(
            Fact(
                "bonus",
                "A {bakery} would have given ${bonus:money} for every participant, but was asked too late.",
                range(2, 11),
            ),
        ),
    ),
    Story(
        id="empty-seats",
        situation="festivals",
        level="medium",
        split="test",
        cast={
            "house": ("theater", "concert hall", "opera house", "film palace"),
            "show": ("magic show", "gala evening", "jazz concert", "acrobat show", "comedy night"),
        },
        facts=(
            Fact("rows", "The ground floor of the {house} has {rows} rows.", range(16, 33, 2)),
            Fact("seats", "There are {seats} seats in every row on the ground floor.", (20, 30, 40, 50)),
            Fact(
                "early",
                "Before the {show}, {early} percent of the seats on the ground floor are sold.",
                range(35, 70, 5),
            ),
            Fact("door", "At the door, {door} more people buy a ground floor seat for the {show}.", range(20, 60)),
            Fact("missing", "At the {show}, {missing} people with ground floor tickets do not turn up.", range(4, 20)),
        ),
        question="How many seats on the ground floor of the {house} stay empty during the {show}?",
        program="rows * seats - (rows * seats * early / 100 + door - missing)",
        before=(
            Before(
                "How many people watch the {show} from the ground floor of the {house}?",
                "rows * seats * early / 100 + door - missing",
                "reframe",
            ),
            Before(
                "How many seats would the {house} have with the balcony open as well as the ground floor?",
                "rows * seats + balcony",
                "narrow",
            ),
            Before(
                "How many seats on the ground floor of the {house} are sold before the {show}?",
                "rows * seats * early / 100",
                "reframe",
            ),
        ),
        asides=(
            Fact("balcony", "The balcony of the {house} has {balcony} seats and stays closed.", range(40, 160, 5)),
        ),
    ),
    Story(
        id="festival-accounts",
        situation="festivals",
        level="hard",
        split="train",
        cast={
            "festival": ("jazz festival", "folk festival", "theater festival", "puppet festival", "circus festival"),
            "town": ("Westford", "Larkhaven", "Millbrook", "Stonebay", "Elmstead", "Oakridge"),
        },
        facts=(
            Fact("days", "The {festival} in {town} lasts {days} days.", range(3, 9)),
            Fact(
                "visitors", "On every day of the {festival}, {visitors} people buy a day ticket.", range(1200, 5000, 50)
            ),
            Fact("ticket", "A day ticket for the {festival} costs ${ticket}.", range(18, 60)),
            Fact("share", "The artists receive {share} percent of the ticket money.", range(20, 60, 5)),
            Fact("staff", "The staff of the {festival} costs ${staff} a day.", range(1500, 5000, 100)),
            Fact("stage", "The stage costs ${stage} for the whole {festival}.", range(3000, 12001, 500)),
        ),
        question="How much ticket money from the {festival} in {town} is left after artists, staff and stage are paid?",
        program="days * visitors * ticket * (100 - share) / 100 - days * staff - stage",
        money=True,
        before=(
            Before(
                "How much of the ticket money from the {festival} in {town} is left once only the artists are paid?",
                "days * visitors * ticket * (100 - share) / 100",
                "extend",
                money=True,
            ),
            Before(
                "How much would all the day tickets for the {festival} in {town} have brought in with a bus ride "
                "included?",
                "days * visitors * (ticket + bus)",
                "reframe",
            ),
            Before("How many day tickets does the {festival} in {town} sell in all?", "days * visitors", "apply"),
            Before(
                "How much do the staff and the stage cost the {festival} in {town} together?",
                "days * staff + stage",
                "reframe",
            ),
        ),
        asides=(Fact("bus", "With a bus ride included, a day ticket would have cost ${bus} more.", range(3, 13)),),
    ),
    Story(
        id="raffle-for-the-club",
        situation="festivals",
        level="hard",
        split="test",
        cast={
            "club": ("rowing club", "chess club", "fire brigade", "village school", "brass band", "sailing club"),
            "prize": ("bicycle", "kayak", "camera", "drum kit", "weekend trip"),
            "use": ("a new roof", "a minibus", "a summer camp", "a training room"),
        },
        facts=(
            Fact("printed", "The {club} prints {printed} raffle tickets.", range(3000, 9001, 100)),
            Fact("sold", "The {club} sells {sold} percent of the printed tickets.", range(40, 95, 5)),
            Fact("price", "A raffle ticket costs ${price:money}.", range(3, 8)),
            Fact("ink", "The {club} pays ${ink:money} for printing each ticket.", cents(6, 25, 1), revisable=False),
            Fact("main", "The main prize, a {prize}, costs the {club} ${main}.", range(400, 1500, 50)),
            Fact("small", "The {club} buys {small} small prizes.", range(12, 50)),
            Fact("each", "Every small prize costs the {club} ${each:money}.", range(5, 20)),
        ),
        question="How much raffle money is left for {use} after the {club} has paid all costs?",
        program="printed * sold / 100 * price - printed * ink - main - small * each",
        money=True,
        before=(
            Before(
                "How much do all the raffle prizes cost the {club}?",
                "main + small * each",
                "apply",
            ),
            Before(
                "How much would the {club} have taken for raffle tickets with the late visitors served as well?",
                "(printed * sold / 100 + late) * price",
                "reframe",
                money=True,
            ),
            Before(
                "How many of the printed raffle tickets does the {club} not sell?",
                "printed - printed * sold / 100",
                "reframe",
            ),
        ),
        asides=(
            Fact(
                "late",
                "After the sale has closed, {late} visitors each ask in vain for a raffle ticket.",
                range(15, 90),
            ),
        ),
    ),
)
