"""Trips and journeys."""

from __future__ import annotations

from evolving_intent_env.domains.grade_school.story import PEOPLE, Before, Fact, Noun, Story, cents

_TOWNS = (
    "Lisbon",
    "Vienna",
    "Athens",
    "Kyoto",
    "Lima",
    "Tunis",
    "Oslo",
    "Prague",
    "Nairobi",
    "Jaipur",
    "Quebec",
    "Izmir",
)
_PLACES = ("the coast", "the mountains", "the lake", "the music festival", "the national park", "the hot springs")

STORIES = (
    Story(
        id="tour-seats-unsold",
        situation="travel",
        level="easy",
        split="train",
        cast={"who": PEOPLE, "vehicle": ("tour bus", "coach", "bus"), "town": _TOWNS},
        facts=(
            Fact("rows", "{who}'s own {vehicle} has {rows} rows of passenger seats.", range(8, 15)),
            Fact("each", "Every row in {who}'s own {vehicle} has {each} seats.", (4, 5), revisable=False),
            Fact("office", "The ticket office has sold {office} seats for {who}'s tour to {town}.", range(8, 24)),
            Fact("online", "The website has sold {online} seats for {who}'s tour to {town}.", range(3, 20)),
        ),
        question="How many passenger seats on {who}'s own {vehicle} are still unsold for the tour to {town}?",
        program="rows * each - office - online",
        before=(
            Before(
                "How many passenger seats would still be unsold if {who} rented the longer {vehicle} for the tour to "
                "{town}?",
                "(rows + more) * each - office - online",
                "reframe",
            ),
            Before(
                "How many seats have been sold for {who}'s tour to {town} so far, at the office and on the website?",
                "office + online",
                "apply",
            ),
            Before("How many passenger seats does {who}'s own {vehicle} have?", "rows * each", "reframe"),
        ),
        asides=(
            Fact("more", "{who} could rent a longer {vehicle} with {more} more rows of the same kind.", range(2, 6)),
        ),
    ),
    Story(
        id="river-bike-trip",
        situation="travel",
        level="easy",
        split="test",
        cast={"who": PEOPLE, "friend": PEOPLE, "river": ("Danube", "Rhine", "Loire", "Elbe", "Drava", "Mekong")},
        facts=(
            Fact("days", "{who}'s bike trip along the {river} lasts {days} days.", range(2, 7)),
            Fact("morning", "{who} cycles {morning} kilometres before lunch on every day of the trip.", range(10, 27)),
            Fact(
                "afternoon", "{who} cycles {afternoon} kilometres after lunch on every day of the trip.", range(6, 23)
            ),
            Fact("detour", "A wrong turn adds {detour} kilometres to {who}'s trip.", range(3, 15)),
        ),
        question="How many kilometres does {who} cycle on the whole trip along the {river}, the wrong turn included?",
        program="days * (morning + afternoon) + detour",
        before=(
            Before(
                "How many kilometres would {who} cycle on the whole trip along the {river} without any wrong turn?",
                "days * (morning + afternoon)",
                "extend",
            ),
            Before(
                "How many more kilometres a day does {who} cycle than {friend}, wrong turns not counted?",
                "morning + afternoon - other",
                "reframe",
            ),
            Before(
                "How many kilometres does {who} cycle before lunch on the whole trip along the {river}?",
                "days * morning",
                "reframe",
            ),
        ),
        asides=(
            Fact("other", "{friend} cycles {other} kilometres a day on a trip of {friend.her} own.", range(8, 31)),
        ),
    ),
    Story(
        id="suitcase-limit",
        situation="travel",
        level="easy",
        split="train",
        cast={
            "who": PEOPLE,
            "gift": (
                Noun("cooking pot", "cooking pots"),
                Noun("clay vase", "clay vases"),
                Noun("brass lamp", "brass lamps"),
                Noun("wooden drum", "wooden drums"),
                Noun("stone statue", "stone statues"),
            ),
        },
        facts=(
            Fact("empty", "{who}'s empty suitcase weighs {empty} kilograms.", range(2, 8)),
            Fact("count", "{who} puts {count} {gift.many} into the suitcase.", range(2, 6)),
            Fact("each", "Every {gift} weighs {each} kilograms.", range(2, 6)),
            Fact(
                "limit",
                "The airline carries {who}'s suitcase for free up to a weight of {limit} kilograms.",
                range(27, 41),
            ),
        ),
        question="How many kilograms can {who} still add to the packed suitcase without paying the airline a fee?",
        program="limit - empty - count * each",
        before=(
            Before(
                "How many kilograms does {who}'s suitcase weigh with all the {gift.many} inside?",
                "empty + count * each",
                "reframe",
            ),
            Before(
                "How many kilograms may the things inside {who}'s suitcase weigh in total if {who.she} pays the "
                "airline's fee?",
                "limit + more - empty",
                "narrow",
            ),
            Before("How many kilograms do all of {who}'s {gift.many} weigh together?", "count * each", "reframe"),
        ),
        asides=(Fact("more", "For a fee, the airline allows {more} kilograms above the free weight.", range(3, 13)),),
    ),
    Story(
        id="shared-drive",
        situation="travel",
        level="medium",
        split="train",
        cast={"who": PEOPLE, "vehicle": ("car", "van", "minibus"), "place": _PLACES},
        facts=(
            Fact("km", "The drive to {place} in {who}'s {vehicle} is {km} kilometres long.", range(120, 601, 60)),
            Fact("reach", "{who}'s {vehicle} goes {reach} kilometres on a litre of fuel.", (10, 12, 15, 20)),
            Fact("price", "A litre of fuel costs ${price:money}.", cents(120, 281, 20)),
            Fact("tolls", "The road tolls on the way to {place} come to ${tolls}.", range(6, 45)),
            Fact("people", "{who}'s group of {people} people shares the cost of the drive equally.", (2, 4, 5)),
        ),
        question="How many dollars does each person in {who}'s group pay for the drive to {place}, fuel and tolls "
        "together?",
        program="(km / reach * price + tolls) / people",
        before=(
            Before(
                "How many dollars does the drive to {place} cost {who}'s whole group, fuel and tolls together?",
                "km / reach * price + tolls",
                "extend",
                money=True,
            ),
            Before(
                "How many dollars would train tickets to {place} cost {who}'s whole group?",
                "people * ticket",
                "reframe",
            ),
            Before(
                "How many dollars does the fuel for the drive to {place} cost?",
                "km / reach * price",
                "reframe",
                money=True,
            ),
            Before(
                "How many litres of fuel does {who}'s {vehicle} need for the drive to {place}?", "km / reach", "apply"
            ),
        ),
        asides=(Fact("ticket", "A train ticket to {place} costs ${ticket} per person.", range(14, 60)),),
        money=True,
    ),
    Story(
        id="hotel-bill",
        situation="travel",
        level="medium",
        split="train",
        cast={"who": PEOPLE, "town": _TOWNS},
        facts=(
            Fact("rooms", "{who} books {rooms} rooms at a hotel in {town}.", range(2, 6)),
            Fact("nights", "{who}'s stay in {town} lasts {nights} nights.", range(2, 9)),
            Fact("price", "A room at the hotel costs ${price} a night.", range(54, 121, 2)),
            Fact("tax", "The city of {town} charges a tourist tax of ${tax} a night for every room.", range(2, 10)),
            Fact("deposit", "{who} has already paid the hotel a deposit of ${deposit}.", range(50, 201, 10)),
        ),
        question="How many dollars does {who} still have to pay for the hotel stay in {town}, tourist tax included?",
        program="rooms * nights * (price + tax) - deposit",
        before=(
            Before(
                "How many dollars does {who}'s whole hotel stay in {town} cost, tourist tax included?",
                "rooms * nights * (price + tax)",
                "extend",
            ),
            Before(
                "How many dollars would {who} save on the same number of rooms by spending the whole stay at the "
                "guesthouse instead of the hotel, before tourist tax?",
                "rooms * nights * (price - other)",
                "reframe",
            ),
            Before(
                "How many dollars do {who}'s hotel rooms in {town} cost for the whole stay, before tourist tax?",
                "rooms * nights * price",
                "apply",
            ),
            Before(
                "How many dollars do all of {who}'s hotel rooms cost for a single night, before tourist tax?",
                "rooms * price",
                "extend",
            ),
        ),
        asides=(Fact("other", "A room at the guesthouse next to the hotel costs ${other} a night.", range(36, 90, 2)),),
    ),
    Story(
        id="holiday-money",
        situation="travel",
        level="medium",
        split="test",
        cast={
            "who": PEOPLE,
            "coin": (
                Noun("crown", "crowns"),
                Noun("peso", "pesos"),
                Noun("rupee", "rupees"),
                Noun("dinar", "dinars"),
                Noun("franc", "francs"),
            ),
            "place": ("the old town", "the fishing village", "the mountain village", "the capital", "the port"),
            "souvenir": (
                Noun("rug", "rugs"),
                Noun("lamp", "lamps"),
                Noun("painting", "paintings"),
                Noun("silver ring", "silver rings"),
            ),
        },
        facts=(
            Fact("dollars", "{who} changes ${dollars} into {coin.many} at the bank.", range(120, 321, 10)),
            Fact("rate", "The bank gives {who} {rate} {coin.many} for a dollar.", range(8, 19)),
            Fact("days", "{who} stays in {place} for {days} days.", range(3, 9)),
            Fact("food", "{who} spends {food} {coin.many} on food every day of the stay.", range(40, 101, 5)),
            Fact("gift", "{who} buys {souvenir.a} in {place} for {gift} {coin.many}.", range(60, 181, 5)),
        ),
        question="How many {coin.many} from the bank does {who} have left at the end of the stay in {place}?",
        program="dollars * rate - days * food - gift",
        before=(
            Before(
                "How many {coin.many} does {who} spend on food and the {souvenir} during the stay in {place}?",
                "days * food + gift",
                "apply",
            ),
            Before(
                "How many more {coin.many} does {who} get for {who.her} dollars at the bank than {who.she} would get "
                "at the airport?",
                "dollars * (rate - airport)",
                "reframe",
            ),
            Before(
                "How many {coin.many} does {who} get for {who.her} dollars at the bank?", "dollars * rate", "extend"
            ),
            Before(
                "How many {coin.many} does {who} spend on food during the stay in {place}?", "days * food", "reframe"
            ),
        ),
        asides=(Fact("airport", "The counter at the airport gives {airport} {coin.many} for a dollar.", range(4, 16)),),
    ),
    Story(
        id="sailing-water",
        situation="travel",
        level="hard",
        split="train",
        cast={"who": PEOPLE, "friend": PEOPLE, "boat": ("sailing boat", "yacht", "houseboat", "catamaran")},
        facts=(
            Fact(
                "tank",
                "The tank of {who}'s {boat} contains {tank} litres of water at the start of the trip.",
                range(1000, 2401, 50),
            ),
            Fact("crew", "There are {crew} people on {who}'s {boat}.", range(3, 9)),
            Fact("days", "The trip on {who}'s {boat} lasts {days} days.", range(5, 15)),
            Fact(
                "drink",
                "Every person on {who}'s {boat} drinks {drink} litres of water a day.",
                range(2, 5),
                revisable=False,
            ),
            Fact("wash", "Every person on {who}'s {boat} washes with {wash} litres of water a day.", range(3, 9)),
            Fact("cook", "Cooking on {who}'s {boat} takes {cook} litres of water a day.", range(6, 17)),
            Fact(
                "refill",
                "{who} adds {refill} litres of water to the tank in a harbour on the way.",
                range(100, 401, 20),
            ),
            Fact("leak", "A leak lets {leak} litres of water run out of the tank during the trip.", range(15, 96, 5)),
        ),
        question="How many litres of water are left in the tank of {who}'s {boat} at the end of the trip?",
        program="tank + refill - leak - days * (crew * (drink + wash) + cook)",
        before=(
            Before(
                "How many litres of water do the people on {who}'s {boat} use for drinking, washing and cooking on the "
                "whole trip?",
                "days * (crew * (drink + wash) + cook)",
                "apply",
            ),
            Before(
                "How many more litres of water a day do the people on {who}'s {boat} use for drinking, washing and "
                "cooking than those on {friend}'s?",
                "crew * (drink + wash) + cook - other",
                "extend",
            ),
            Before(
                "How many litres of water does each person on {who}'s {boat} use for drinking and washing on the whole "
                "trip?",
                "days * (drink + wash)",
                "reframe",
            ),
            Before(
                "How many litres of water are there for the whole trip on {who}'s {boat}, the harbour refill "
                "included and any leak ignored?",
                "tank + refill",
                "reframe",
            ),
        ),
        asides=(
            Fact(
                "other",
                "The people on {friend}'s {boat} use {other} litres of water a day for drinking, washing and cooking.",
                range(12, 41),
            ),
        ),
    ),
    Story(
        id="rental-kilometres",
        situation="travel",
        level="hard",
        split="train",
        cast={"who": PEOPLE, "vehicle": ("car", "van", "camper van", "jeep", "minibus")},
        facts=(
            Fact("days", "{who} rents a {vehicle} for {days} days.", range(10, 22)),
            Fact("rate", "The rental company charges {who} ${rate} a day for the {vehicle}.", range(35, 91)),
            Fact(
                "cover", "The rental company charges {who} ${cover} a day for insurance.", range(6, 20), revisable=False
            ),
            Fact(
                "free",
                "The rental company's price for the {vehicle} includes {free} kilometres a day.",
                range(40, 101, 10),
            ),
            Fact("km", "{who} drives {km} kilometres in the rented {vehicle}.", range(2200, 3801, 20)),
            Fact("extra", "Every kilometre above the included ones costs {who} ${extra:money}.", cents(10, 60, 5)),
            Fact("fuel", "{who} spends ${fuel} on fuel for the {vehicle}.", range(220, 561, 5)),
        ),
        question="How many dollars does the rented {vehicle} cost {who} altogether, with insurance, extra kilometres "
        "and fuel?",
        program="days * (rate + cover) + (km - days * free) * extra + fuel",
        before=(
            Before(
                "How many dollars does {who} pay the rental company altogether, with insurance and extra kilometres?",
                "days * (rate + cover) + (km - days * free) * extra",
                "extend",
                money=True,
            ),
            Before(
                "How many dollars would the same number of days with the {vehicle} cost {who} at the rival company?",
                "days * flat",
                "reframe",
            ),
            Before(
                "How many dollars do the kilometres above the included ones cost {who}?",
                "(km - days * free) * extra",
                "reframe",
                money=True,
            ),
            Before(
                "How many kilometres above the included ones does {who} drive in the rented {vehicle}?",
                "km - days * free",
                "apply",
            ),
        ),
        asides=(
            Fact(
                "flat",
                "A rival company charges ${flat} a day for the same kind of {vehicle}, with insurance and unlimited "
                "kilometres.",
                range(60, 180),
            ),
        ),
        money=True,
    ),
)
