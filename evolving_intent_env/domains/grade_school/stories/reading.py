"""Books, libraries, films and games."""

from __future__ import annotations

from evolving_intent_env.domains.grade_school.story import PEOPLE, Before, Fact, Noun, Story, cents

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")

STORIES = (
    Story(
        id="book-at-own-pace",
        situation="reading",
        level="easy",
        split="train",
        cast={
            "who": PEOPLE,
            "friend": PEOPLE,
            "book": ("ghost story", "detective story", "pirate story", "space adventure", "family saga"),
        },
        facts=(
            Fact("chapters", "The {book} has {chapters} chapters.", range(8, 15)),
            Fact("each", "Every chapter of the {book} is {each} pages long.", range(12, 23)),
            Fact("days", "{who} has been reading the {book} for {days} days.", range(3, 8)),
            Fact("daily", "{who} reads {daily} pages of the {book} a day.", range(8, 17)),
        ),
        question="How many pages of the {book} does {who} still have to read?",
        program="chapters * each - days * daily",
        before=(
            Before("How many pages of the {book} has {who} read so far?", "days * daily", "extend"),
            Before(
                "How many pages of the {book} would {who} have read by now at {friend}'s pace?",
                "days * pace",
                "reframe",
            ),
            Before("How many more pages a day does {friend} read than {who}?", "pace - daily", "apply"),
        ),
        asides=(Fact("pace", "{friend} reads {pace} pages a day, whatever the book.", range(16, 27)),),
        given=("days * pace < chapters * each",),
    ),
    Story(
        id="library-shelves-today",
        situation="reading",
        level="easy",
        split="train",
        cast={
            "library": ("school library", "village library", "hospital library", "museum library", "harbor library"),
            "book": (
                Noun("comic", "comics"),
                Noun("atlas", "atlases"),
                Noun("cookbook", "cookbooks"),
                Noun("travel guide", "travel guides"),
                Noun("dictionary", "dictionaries"),
            ),
            "day": _DAYS,
        },
        facts=(
            Fact("shelves", "The {library} has {shelves} shelves of {book.many}.", range(3, 9)),
            Fact(
                "each", "On {day} morning, every {book} shelf in the {library} holds {each} {book.many}.", range(14, 32)
            ),
            Fact("borrowed", "On {day}, readers borrow {borrowed} {book.many} from the {library}.", range(18, 40)),
            Fact(
                "returned",
                "On {day}, readers bring back {returned} {book.many}, which go straight onto the shelves.",
                range(7, 24),
            ),
        ),
        question="How many {book.many} are on the shelves of the {library} on {day} evening?",
        program="shelves * each - borrowed + returned",
        before=(
            Before(
                "How many more {book.many} leave the {library} on {day} than come back?",
                "borrowed - returned",
                "apply",
            ),
            Before(
                "How many of the {book.many} that come back to the {library} on {day} are not overdue?",
                "returned - late",
                "extend",
            ),
            Before(
                "How many {book.many} are on the shelves of the {library} on {day} morning?",
                "shelves * each",
                "reframe",
            ),
        ),
        asides=(Fact("late", "Of the {book.many} brought back on {day}, {late} are overdue.", range(2, 7)),),
    ),
    Story(
        id="rounds-won-and-tied",
        situation="reading",
        level="easy",
        split="test",
        cast={
            "who": PEOPLE,
            "friend": PEOPLE,
            "game": ("card game", "dice game", "word game", "quiz game", "memory game"),
        },
        facts=(
            Fact("rounds", "{who} wins {rounds} rounds of the {game} against {friend}.", range(5, 14)),
            Fact("points", "Every round won in the {game} brings {points} points.", range(6, 15)),
            Fact("penalty", "{who} loses {penalty} points for breaking a rule of the {game}.", range(3, 15)),
            Fact("rival", "{friend} finishes the {game} with {rival} points.", range(12, 36)),
        ),
        question="By how many points does {who} beat {friend} at the {game}?",
        program="rounds * points - penalty - rival",
        before=(
            Before("With how many points does {who} finish the {game}?", "rounds * points - penalty", "extend"),
            Before(
                "How many points would {who}'s wins in the {game} be worth if the tied rounds counted as wins too?",
                "(rounds + tied) * points",
                "reframe",
            ),
            Before("How many rounds of the {game} does {who} win or tie?", "rounds + tied", "apply"),
        ),
        asides=(Fact("tied", "In the {game}, {tied} rounds end in a tie and bring nobody any points.", range(2, 6)),),
    ),
    Story(
        id="overdue-fine",
        situation="reading",
        level="medium",
        split="train",
        cast={
            "who": PEOPLE,
            "book": (
                Noun("novel", "novels"),
                Noun("picture book", "picture books"),
                Noun("audiobook", "audiobooks"),
                Noun("songbook", "songbooks"),
            ),
        },
        facts=(
            Fact("books", "{who} brings {books} overdue {book.many} back to the library.", range(3, 9)),
            Fact("days", "Each of {who}'s {book.many} is {days} days late.", range(8, 21)),
            Fact("fee", "{who}'s library charges ${fee:money} a day for each late {book}.", cents(20, 55, 5)),
            Fact("card", "{who} has lost the library card, and a new one costs ${card:money}.", cents(200, 900, 50)),
            Fact("cash", "{who} pays the fine and the new card with ${cash} in cash.", range(70, 151, 10)),
        ),
        question="How much change does {who} get back at the library?",
        program="cash - books * days * fee - card",
        money=True,
        before=(
            Before(
                "How much do the fine and the new library card cost {who} together?",
                "books * days * fee + card",
                "extend",
                money=True,
            ),
            Before(
                "How much would the fine for {who}'s late {book.many} be in the next town?",
                "books * days * rate",
                "reframe",
                money=True,
            ),
            Before(
                "How much does {who} have to pay for each of the late {book.many}?",
                "days * fee",
                "apply",
                money=True,
            ),
        ),
        asides=(
            Fact(
                "rate",
                "The library in the next town charges ${rate:money} a day for each late {book}.",
                cents(15, 80, 5),
            ),
        ),
    ),
    Story(
        id="film-evening-booking",
        situation="reading",
        level="medium",
        split="train",
        cast={
            "who": PEOPLE,
            "place": ("old cinema", "youth club", "town hall", "school hall"),
            "film": ("western", "comedy", "musical", "thriller", "nature film"),
        },
        facts=(
            Fact("shorts", "{who} plans a film evening that opens with {shorts} short films.", range(3, 8)),
            Fact("short", "Each of the short films runs for {short} minutes.", range(6, 14)),
            Fact("pause", "The break before the main film takes {pause} minutes.", range(10, 30, 5)),
            Fact("main", "The main film, a {film}, runs for {main} minutes.", range(95, 160)),
            Fact("booked", "{who} has booked the {place} for {booked} minutes.", range(240, 361, 10)),
        ),
        question="How many minutes of the booking are left over after {who}'s film evening?",
        program="booked - (shorts * short + pause + main)",
        before=(
            Before(
                "How many minutes does {who}'s film evening take, break included?",
                "shorts * short + pause + main",
                "apply",
            ),
            Before(
                "How many minutes of film would {who} show with the cartoon on the program as well?",
                "shorts * short + main + cartoon",
                "reframe",
            ),
            Before(
                "How many minutes longer is {who}'s main film than all the short films together?",
                "main - shorts * short",
                "extend",
            ),
        ),
        asides=(Fact("cartoon", "A cartoon of {cartoon} minutes did not make it onto {who}'s program.", range(8, 26)),),
    ),
    Story(
        id="puzzle-with-help",
        situation="reading",
        level="medium",
        split="test",
        cast={
            "who": PEOPLE,
            "friend": PEOPLE,
            "picture": ("lighthouse", "castle", "rainforest", "harbor", "steam train"),
        },
        facts=(
            Fact("pieces", "The {picture} puzzle has {pieces} pieces.", range(420, 601, 60)),
            Fact("pace", "{who} places {pace} puzzle pieces an hour.", (10, 12, 15, 20, 30)),
            Fact("hours", "{who} works on the {picture} puzzle for {hours} hours.", range(3, 7)),
            Fact("quick", "{friend} places {quick} puzzle pieces an hour.", (60, 90), revisable=False),
            Fact("help", "{friend} helps with the {picture} puzzle for {help} hours.", range(2, 5), revisable=False),
        ),
        question="How many more hours does {who} need to finish the {picture} puzzle alone at the same pace?",
        program="(pieces - pace * hours - quick * help) / pace",
        before=(
            Before(
                "How many pieces of the {picture} puzzle are left after {who} and {friend} have worked on it?",
                "pieces - pace * hours - quick * help",
                "apply",
            ),
            Before(
                "How many pieces of the {picture} puzzle would {friend} have placed in all by helping longer?",
                "quick * (help + longer)",
                "reframe",
            ),
            Before("How many more puzzle pieces does {friend} place in an hour than {who}?", "quick - pace", "extend"),
        ),
        asides=(Fact("longer", "{friend} could have helped {longer} hours longer.", range(2, 4)),),
        given=("quick * (help + longer) + pace * hours < pieces",),
    ),
    Story(
        id="print-run-profit",
        situation="reading",
        level="hard",
        split="train",
        cast={
            "who": PEOPLE,
            "book": ("cookbook", "crime novel", "travel guide", "poetry collection", "gardening book"),
        },
        facts=(
            Fact("copies", "The publisher prints {copies} copies of {who}'s {book}.", range(2000, 12001, 100)),
            Fact(
                "cost",
                "Printing costs the publisher ${cost:money} for every copy, good or useless.",
                range(3, 7),
            ),
            Fact("faulty", "After printing, {faulty} percent of the copies turn out to be useless.", range(2, 13)),
            Fact("free", "The publisher gives {free} good copies away to newspapers.", range(40, 200, 5)),
            Fact("price", "The bookshops buy all the other good copies for ${price:money} each.", range(7, 17)),
            Fact("fee", "The publisher pays {who} ${fee} for writing the {book}.", range(1500, 6000, 100)),
        ),
        question="How much profit does the publisher make on {who}'s {book} after all costs?",
        program="(copies - copies * faulty / 100 - free) * price - copies * cost - fee",
        money=True,
        before=(
            Before(
                "How much does the publisher spend on printing {who}'s {book} and on paying {who}?",
                "copies * cost + fee",
                "apply",
                money=True,
            ),
            Before(
                "How much would the publisher save by having all copies of {who}'s {book} printed abroad?",
                "copies * (cost - abroad)",
                "reframe",
                money=True,
            ),
            Before(
                "How many copies of {who}'s {book} do the bookshops buy?",
                "copies - copies * faulty / 100 - free",
                "reframe",
            ),
            Before("How many copies of {who}'s {book} turn out to be useless?", "copies * faulty / 100", "extend"),
        ),
        asides=(Fact("abroad", "A printer abroad would charge ${abroad:money} a copy.", cents(125, 290, 5)),),
    ),
    Story(
        id="newspaper-archive-scans",
        situation="reading",
        level="hard",
        split="train",
        cast={
            "place": ("city archive", "national archive", "university archive", "harbor museum"),
            "month": ("January", "March", "May", "June", "October", "November"),
            "paper": (
                Noun("newspaper", "newspapers"),
                Noun("film magazine", "film magazines"),
                Noun("sports magazine", "sports magazines"),
                Noun("fashion magazine", "fashion magazines"),
            ),
        },
        facts=(
            Fact("boxes", "The {place} keeps its old {paper.many} in {boxes} boxes.", range(90, 180, 5)),
            Fact("each", "Every box holds {each} {paper.many}.", range(45, 80, 5)),
            Fact("pages", "Every {paper} has {pages} pages.", (12, 16, 20, 24, 28)),
            Fact("damaged", "Water has ruined {damaged} of the pages, so nobody scans them.", range(150, 900, 10)),
            Fact("scanners", "The {place} sets up {scanners} scanners for the good pages.", range(2, 7)),
            Fact("rate", "Each scanner copies {rate} pages an hour.", range(120, 300, 20)),
            Fact("hours", "Each scanner runs for {hours} hours in {month}.", range(20, 51, 5)),
        ),
        question="How many good pages of old {paper.many} does the {place} still have to scan after {month}?",
        program="boxes * each * pages - damaged - scanners * rate * hours",
        before=(
            Before(
                "How many pages does the {place} scan in {month}?",
                "scanners * rate * hours",
                "apply",
            ),
            Before(
                "How many pages would the {place} scan in {month} with the same number of newer scanners?",
                "scanners * faster * hours",
                "reframe",
            ),
            Before(
                "How many good pages are there in the old {paper.many} of the {place}?",
                "boxes * each * pages - damaged",
                "narrow",
            ),
            Before("How many old {paper.many} does the {place} keep?", "boxes * each", "extend"),
        ),
        asides=(Fact("faster", "A newer scanner would copy {faster} pages an hour.", range(340, 481, 20)),),
        given=("scanners * faster * hours < boxes * each * pages - damaged",),
    ),
)
