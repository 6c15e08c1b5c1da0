"""Jobs and pay."""

from __future__ import annotations

from evolving_intent_env.domains.grade_school.story import PEOPLE, Before, Fact, Noun, Story, cents

_FAMILIES = ("Rossi", "Novak", "Tanaka", "Okafor", "Silva", "Larsen", "Haddad", "Kumar")

STORIES = (
    Story(
        id="saturday-shift-tips",
        situation="wages",
        level="easy",
        split="train",
        cast={
            "who": PEOPLE,
            "place": ("coffee shop", "bakery", "ice cream parlour", "pizzeria", "juice bar", "pancake house"),
        },
        facts=(
            Fact("hours", "{who} works {hours} hours at the {place} on Saturday.", range(3, 10)),
            Fact("wage", "The {place} pays {who} ${wage} an hour.", range(8, 18)),
            Fact("tips", "Customers leave {who} ${tips} in tips on Saturday.", range(6, 30)),
            Fact("fare", "{who} spends ${fare} on the bus on Saturday.", range(2, 8)),
        ),
        question="How many dollars of Saturday's wages and tips does {who} have left after paying for the bus?",
        program="hours * wage + tips - fare",
        before=(
            Before("How many dollars does {who} earn on Saturday, tips included?", "hours * wage + tips", "extend"),
            Before(
                "How many dollars in wages does {who} earn on Saturday and Sunday together, tips not counted?",
                "(hours + sunday) * wage",
                "narrow",
            ),
            Before(
                "How many dollars in wages does {who} earn on Saturday, tips not counted?", "hours * wage", "extend"
            ),
        ),
        asides=(Fact("sunday", "On Sunday, {who} works {sunday} hours at the {place}.", range(2, 9)),),
    ),
    Story(
        id="washing-money-box",
        situation="wages",
        level="easy",
        split="train",
        cast={
            "who": PEOPLE,
            "thing": (Noun("car", "cars"), Noun("van", "vans"), Noun("motorbike", "motorbikes"), Noun("dog", "dogs")),
        },
        facts=(
            Fact("count", "{who} washes {count} {thing.many} this week.", range(5, 19)),
            Fact("price", "{who} charges ${price} for every {thing} that {who.she} washes.", range(4, 12)),
            Fact("soap", "The soap for this week's washing costs {who} ${soap}.", range(3, 16)),
            Fact("saved", "{who} has ${saved} in a money box at the start of the week.", range(5, 41)),
        ),
        question="How many dollars does {who} have in the money box once this week's washing profit has been added?",
        program="count * price - soap + saved",
        before=(
            Before(
                "How many dollars of profit does {who} make this week by washing {thing.many}, after paying for soap?",
                "count * price - soap",
                "apply",
            ),
            Before(
                "How many dollars would customers pay {who} this week if {who.she} really raised {who.her} price?",
                "count * (price + more)",
                "reframe",
            ),
            Before(
                "How many dollars do customers pay {who} for washing {thing.many} this week?", "count * price", "extend"
            ),
        ),
        asides=(Fact("more", "{who} thinks about raising the price by ${more} for every {thing}.", range(2, 7)),),
    ),
    Story(
        id="babysitting-month",
        situation="wages",
        level="easy",
        split="test",
        cast={"who": PEOPLE, "family": _FAMILIES, "other": _FAMILIES},
        facts=(
            Fact("evenings", "{who} babysits for the {family} family on {evenings} evenings this month.", range(2, 7)),
            Fact("hours", "Every babysitting evening with the {family} family lasts {hours} hours.", range(2, 5)),
            Fact("rate", "The {family} family pays {who} ${rate} an hour.", range(5, 12)),
            Fact(
                "gift",
                "At the end of the month, the {family} family gives {who} an extra ${gift} as a thank-you.",
                range(10, 41),
            ),
        ),
        question="How many dollars does {who} get from the {family} family this month, the thank-you money included?",
        program="evenings * hours * rate + gift",
        before=(
            Before(
                "How many dollars does the {family} family pay {who} for this month's babysitting, "
                "without any thank-you money?",
                "evenings * hours * rate",
                "extend",
            ),
            Before(
                "How many more dollars would this month's hours of babysitting pay {who} at the {other} family's "
                "hourly rate than at the {family} family's?",
                "evenings * hours * (offer - rate)",
                "reframe",
            ),
            Before(
                "How many hours does {who} babysit for the {family} family this month?", "evenings * hours", "apply"
            ),
            Before(
                "How many dollars does the {family} family pay {who} for a single evening of babysitting?",
                "hours * rate",
                "reframe",
            ),
        ),
        asides=(Fact("offer", "The {other} family would pay {who} ${offer} an hour.", range(7, 18)),),
    ),
    Story(
        id="overtime-after-taxes",
        situation="wages",
        level="medium",
        split="train",
        cast={"who": PEOPLE, "place": ("factory", "warehouse", "hospital", "airport", "post office", "print shop")},
        facts=(
            Fact("regular", "{who} works {regular} regular hours at the {place} this week.", range(28, 41)),
            Fact("wage", "A regular hour at the {place} pays {who} ${wage}.", range(13, 29)),
            Fact("over", "{who} works {over} hours of overtime this week.", range(3, 11)),
            Fact("extra", "An hour of overtime at the {place} pays {who} ${extra}.", range(20, 41)),
            Fact("tax", "Taxes take {tax} percent of everything that {who} earns this week.", range(10, 40, 5)),
        ),
        question="How many dollars does {who} take home this week after taxes, overtime included?",
        program="(regular * wage + over * extra) * (100 - tax) / 100",
        before=(
            Before(
                "How many dollars does {who} earn at the {place} this week before taxes, overtime included?",
                "regular * wage + over * extra",
                "extend",
            ),
            Before(
                "How many dollars does overtime pay {who} for this week and next week together, before taxes?",
                "(over + planned) * extra",
                "narrow",
            ),
            Before(
                "How many more dollars do {who}'s regular hours pay this week than {who.her} overtime, before taxes?",
                "regular * wage - over * extra",
                "reframe",
            ),
            Before("How many dollars do {who}'s regular hours pay this week before taxes?", "regular * wage", "extend"),
        ),
        asides=(Fact("planned", "{who} has signed up for {planned} hours of overtime next week.", range(2, 13)),),
        given=("wage < extra",),
        money=True,
    ),
    Story(
        id="sales-commission",
        situation="wages",
        level="medium",
        split="train",
        cast={
            "who": PEOPLE,
            "mate": PEOPLE,
            "shop": ("electronics shop", "department store", "home store", "discount store"),
            "item": (
                Noun("tablet", "tablets"),
                Noun("printer", "printers"),
                Noun("coffee machine", "coffee machines"),
                Noun("vacuum cleaner", "vacuum cleaners"),
                Noun("camera", "cameras"),
            ),
        },
        facts=(
            Fact("base", "{who} has a base salary of ${base} a week at the {shop}.", range(220, 461, 20)),
            Fact("sold", "{who} sells {sold} {item.many} at the {shop} this week.", range(4, 17)),
            Fact("price", "Every {item} at the {shop} costs ${price}.", range(80, 301, 20)),
            Fact(
                "rate",
                "For every {item} sold, the {shop} pays the seller a commission of {rate} percent of the price.",
                range(5, 30, 5),
            ),
            Fact("train", "A train pass for this week costs {who} ${train}.", range(18, 60)),
        ),
        question="How many dollars of this week's pay from the {shop} does {who} have left after buying the train "
        "pass?",
        program="base + sold * price * rate / 100 - train",
        before=(
            Before(
                "How many dollars does the {shop} pay {who} this week, base salary and commission together?",
                "base + sold * price * rate / 100",
                "extend",
            ),
            Before(
                "How many more dollars of commission does {mate} earn this week than {who}?",
                "(rival - sold) * price * rate / 100",
                "narrow",
            ),
            Before("How many dollars of commission does {who} earn this week?", "sold * price * rate / 100", "reframe"),
            Before("How many dollars' worth of {item.many} does {who} sell this week?", "sold * price", "apply"),
        ),
        asides=(Fact("rival", "{mate} sells {rival} {item.many} at the {shop} this week.", range(10, 31)),),
    ),
    Story(
        id="fruit-picking-season",
        situation="wages",
        level="medium",
        split="test",
        cast={
            "who": PEOPLE,
            "fruit": ("strawberries", "cherries", "blueberries", "apricots", "peaches", "grapes"),
        },
        facts=(
            Fact("days", "{who} picks {fruit} on a farm for {days} days.", range(5, 22)),
            Fact("crates", "{who} fills {crates} crates with {fruit} every day.", range(18, 41)),
            Fact("pay", "The farm pays {who} ${pay:money} for every crate.", cents(225, 500, 25)),
            Fact("room", "A room with meals at the farm costs {who} ${room} a day.", range(10, 27)),
            Fact("bus", "The bus home from the farm costs {who} ${bus}.", range(9, 48)),
        ),
        question="How many dollars does {who} bring home from picking {fruit} after paying for the room, the meals "
        "and the bus?",
        program="days * (crates * pay - room) - bus",
        before=(
            Before(
                "How many dollars does {who} have left from picking {fruit} on the farm after paying for the room and "
                "the meals, but not for the bus?",
                "days * (crates * pay - room)",
                "extend",
                money=True,
            ),
            Before(
                "How many dollars would {who} get for all the same crates of {fruit} from the neighbouring farm, "
                "before any costs?",
                "days * crates * offer",
                "reframe",
                money=True,
            ),
            Before("How many crates of {fruit} does {who} fill altogether?", "days * crates", "apply"),
            Before(
                "How many dollars does a single day of picking {fruit} leave {who} after paying for the room and the "
                "meals?",
                "crates * pay - room",
                "reframe",
                money=True,
            ),
        ),
        asides=(Fact("offer", "The neighbouring farm pays ${offer:money} for every crate.", cents(200, 550, 25)),),
        money=True,
    ),
    Story(
        id="workshop-payroll",
        situation="wages",
        level="hard",
        split="train",
        cast={
            "who": PEOPLE,
            "trade": (
                Noun("carpenter", "carpenters"),
                Noun("tailor", "tailors"),
                Noun("potter", "potters"),
                Noun("shoemaker", "shoemakers"),
                Noun("blacksmith", "blacksmiths"),
            ),
        },
        facts=(
            Fact("makers", "{who}'s workshop employs {makers} {trade.many}.", range(2, 6)),
            Fact("hours", "Every {trade} at {who}'s workshop works {hours} hours a month.", range(80, 131, 5)),
            Fact("wage", "{who} pays every {trade} ${wage} an hour.", range(14, 22)),
            Fact("trainees", "There are {trainees} trainees at {who}'s workshop.", range(2, 5)),
            Fact("stipend", "{who} pays every trainee ${stipend} a month.", range(350, 601, 50)),
            Fact("rent", "The rent for {who}'s workshop is ${rent} a month.", range(600, 1501, 25)),
            Fact("income", "Customers pay {who}'s workshop ${income} a month.", range(16000, 20001, 100)),
        ),
        question="How many dollars of profit does {who}'s workshop make in a month, as things stand today?",
        program="income - makers * hours * wage - trainees * stipend - rent",
        before=(
            Before(
                "How many dollars does {who}'s workshop spend on pay and rent in a month, as things stand today?",
                "makers * hours * wage + trainees * stipend + rent",
                "apply",
            ),
            Before(
                "How many more dollars would {who} pay the {trade.many} in a month if {who.she} gave them the raise "
                "that they ask for?",
                "makers * hours * rise",
                "extend",
            ),
            Before(
                "How many more dollars a month does {who} pay all the {trade.many} together than all the trainees "
                "together?",
                "makers * hours * wage - trainees * stipend",
                "reframe",
            ),
            Before("How many dollars does {who} pay each {trade} in a month?", "hours * wage", "extend"),
        ),
        asides=(Fact("rise", "Every {trade} at {who}'s workshop asks for a raise of ${rise} an hour.", range(2, 6)),),
    ),
    Story(
        id="two-summer-jobs",
        situation="wages",
        level="hard",
        split="test",
        cast={
            "who": PEOPLE,
            "inn": ("hotel", "hostel", "guesthouse", "campsite", "beach resort"),
            "farm": ("farm", "vineyard", "plant nursery", "fish farm", "riding stable"),
            "shop": ("supermarket", "bookshop", "pharmacy", "toy shop"),
        },
        facts=(
            Fact("weeks", "{who}'s summer job will last {weeks} weeks.", range(6, 14)),
            Fact("hours", "At the {inn}, {who} would work {hours} hours a week.", range(32, 43)),
            Fact("wage", "The {inn} would pay {who} ${wage} an hour.", range(19, 30)),
            Fact("room", "A room near the {inn} would cost {who} ${room} a week.", range(80, 151, 5)),
            Fact(
                "bonus", "The {inn} would pay {who} a bonus of ${bonus} at the end of the summer.", range(100, 701, 50)
            ),
            Fact(
                "farmpay",
                "The {farm} would pay {who} ${farmpay} a week and give {who.them} a free room.",
                range(260, 441, 10),
            ),
            Fact(
                "boots",
                "For the job at the {farm}, {who} would have to buy boots for ${boots}.",
                range(40, 131, 5),
            ),
        ),
        question="How many more dollars would {who} have left at the end of the summer with the job at the {inn} than "
        "with the job at the {farm}?",
        program="weeks * (hours * wage - room) + bonus - (weeks * farmpay - boots)",
        before=(
            Before(
                "How many dollars would {who} have left at the end of the summer with the job at the {inn}, "
                "the bonus included and the room paid?",
                "weeks * (hours * wage - room) + bonus",
                "extend",
            ),
            Before(
                "How many more dollars a week would the job at the {inn} leave {who} after paying for the room, "
                "bonus not counted, than the job at the {shop}?",
                "hours * wage - room - local",
                "apply",
            ),
            Before(
                "How many dollars would {who} have left at the end of the summer with the job at the {farm}, "
                "the boots paid?",
                "weeks * farmpay - boots",
                "reframe",
            ),
            Before("How many hours would {who} work at the {inn} over the whole summer?", "weeks * hours", "reframe"),
        ),
        asides=(
            Fact("local", "The {shop} in {who}'s street would pay {who.them} ${local} a week.", range(220, 441, 10)),
        ),
    ),
)
