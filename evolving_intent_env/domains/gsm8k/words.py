"""Word lists the rules rest on, plain facts about English: first names, finite verbs, nouns for people."""

from __future__ import annotations


def listed(text: str) -> list[str]:
    """The words of a list that is written as one text."""
    return text.split()


MALE = frozenset(
    listed(
        """
        James John Robert Michael William David Richard Joseph Thomas Charles Christopher Daniel Matthew
        Anthony Mark Donald Don Steven Stephen Steve Paul Andrew Andy Joshua Josh Kenneth Ken Kenny Kevin
        Brian Bryan George Edward Eddy Ronald Ron Timothy Tim Timmy Tom Tommy Jason Jeffrey Jeff Gary Jacob
        Jake Nicholas Nick Nicky Nate Eric Jonathan Jon Larry Justin Scott Brandon Benjamin Ben Benny Samuel
        Sam Sammy Gregory Greg Frank Alexander Raymond Ray Patrick Jack Jackson Dennis Jerry Tyler Aaron Jose
        Adam Nathan Henry Hank Harry Zachary Zach Zack Douglas Doug Peter Pete Kyle Noah Ethan Jeremy Walter
        Christian Keith Roger Terry Austin Sean Shawn Gerald Carl Carlos Harold Dylan Arthur Lawrence Jesse
        Bryan Billy Bob Bobby Bruce Gabriel Joe Joey Logan Alan Allan Allen Juan Albert Willie Elijah Wayne
        Randy Mason Vincent Liam Roy Ralph Bradley Brad Brady Lucas Luke Louis Luis Philip Phillip Phil Johnny
        Jimmy Jim Max Fred Freddy Frederick Matt Mike Mikey Bill Dan Danny Dave Davey Ted Teddy Tony Tobias
        Toby Oliver Marcus Charlie Charley Simon Leo Leon Gavin Trevor Trent Troy Barry Martin Grant Parker
        Mitchell Mario Marco Manny Rob Robbie Jared Connor Carter Caleb Blake Bert Derek Derrick Neil Miles
        Ivan Ian Hunter Calvin Todd Theo Oscar Olaf Jude Joel Javier Dexter Dean Cameron Boris Travis Shane
        Seth Rodney Rex Quinn Micah Lance Dale Chad Brendan Ahmed Victor Rudy Rocky Roberto Pablo Milo Maurice
        Marlon Malcolm Jonah Hugo Hans Gordon Fabian Evan Devin Donny Dante Cyrus Craig Corey Cody Clyde Clive
        Chase Bernie Barney Arnold Archie Antonio Alvin Winston Wilson Wade Stanley Stan Solomon Sebastian
        Rupert Ricky Rick Rich Remy Reggie Milton Marcel Mack Lloyd Julio Jasper Howard Felix Eugene Elvis
        Duke Curtis Cooper Colin Bennett Bart Alfred Wyatt Willy Vlad Vinnie Stefan Spencer Sid Sergio Sawyer
        Reginald Raphael Rafael Raj Percy Omar Nigel Ned Miguel Matthias Mathias Marvin Marty Marc Manolo
        Lenny Leonard Kelvin Keegan Keaton Kai Julian Jules Jonas Jorge Hector Harvey Harrison Harris Gus
        Graham Glenn Gilbert Geoffrey Fernando Enrique Emmanuel Elliot Elliott Eli Eduardo Edmund Darryl
        Darrell Darren Darwin Darius Damien Conner Clark Clinton Chester Carlton Bruno Brett Bret Bodhi Ashton
        Anton Antoine Alec Alejandro Adrian Abel Edgar Earl Ernie Ernest Rodrigo Diego Pedro Raul Ramon Roland
        Rowan Wesley Xavier Zane Zion Ezra Isaac Isaiah Ismael Jamal Jerome Julius Kareem Kurt Lionel Lyle
        Mohamed Mohammed Muhammad Ali Nolan Orlando Otto Owen Reuben Ross Russell Ryan Salvador Stuart
        Sylvester Terrence Tyrone Vernon Virgil Warren Wilbur Will Woody Jayden Jaden Aiden Finn Finley Gerry
        Cory Colby Christian Jaime Andre Andres Angus Alfonso Earnest Emilio Ferris Francisco Francis Herbert
        Hubert Jacques Kobe Kris Lewis Mateo Mitch Mohan Norman Preston Ronnie Rufus Stu Theodore Thor Tobey
        Ty Wilfred Akbar Alessandro Aries Bentley Bo Dominick Raymond Raman Ravi Santiago Shaun Silas Solo
        Brennan Brock Buster Cade Carson Cesar Chris Clay Clayton Desmond Dilan Dirk Dwayne Eddie Fidel Floyd
        Guy Gerardo Grayson Greyson Jairus Jayson Joaquin Kieran Kyler Kylar Lamar Lando Leroy Lorenzo Maddox
        Marquis Mick Mickey Nico Nikolai Pierre Quentin Quincy Randall Rene Rodger Roman Roosevelt Rory Samir
        Sanjay Stephan Tanner Terrell Tristan Ulysses Wally Wendell Yusuf Zeke Jessie Johann Jordan Jermaine
        Jarred Jarrett Jebb Jed Dwight Cedric Ellis
        """
    )
)

FEMALE = frozenset(
    listed(
        """
        Mary Patricia Pat Patty Jennifer Jenny Jen Jenna Linda Elizabeth Eliza Liz Lizzie Lizzy Beth Betty
        Betsy Barbara Susan Sue Susie Suzy Suzanne Jessica Jess Sarah Sara Karen Lisa Nancy Margaret Maggie
        Meg Peggy Sandra Sandy Ashley Kimberly Kim Kimmy Emily Emma Emmy Donna Michelle Carol Carolyn Caroline
        Carrie Carla Carly Amanda Mandy Melissa Missy Deborah Debra Debbie Stephanie Rebecca Becky Laura
        Lauren Lori Sharon Cynthia Cindy Kathleen Kathy Cathy Catherine Katherine Kate Katie Katy Amy Amelia
        Shirley Angela Angie Anna Ann Anne Annie Anita Anika Brenda Pamela Pam Nicole Ruth Ruby Samantha
        Christine Christina Tina Tiffany Emmy Debra Rachel Virginia Veronica Vicki Victoria Janet Jane Janice
        Jan Jana Jean Jeanne Maria Marie Mariah Marilyn Marina Marissa Marta Martha Marsha Marcia Marcy Marla
        Heather Helen Helena Hilary Hillary Diane Diana Dina Julie Julia Juliet Joyce Joy Joan Joanne Joanna
        Judith Judy Olivia Kelly Kelsey Cheryl Sherry Sheila Shelly Shelby Shannon Shawna Megan Meghan Andrea
        Hannah Hanna Jacqueline Jackie Jade Jill Jillian Janelle Gloria Teresa Theresa Tess Tessa Kathryn Kira
        Kirsten Kristen Kristin Kristine Krista Frances Fran Francine Alice Alicia Alyssa Alison Allison Allie
        Alexa Alexandra Alexis Alma Amber Ariana Audrey Aubrey Ava Avery Abby Abigail Abbie Ada Adele Adriana
        Agnes Aisha Aliyah Bella Belle Belinda Bethany Beatrice Bertha Bess Bonnie Brianna Bridget Brittany
        Brittney Brooke Bailey Camille Candice Candy Cara Carmen Cassie Cassandra Celia Chelsea Chloe Claire
        Clare Clara Clarissa Colleen Connie Crystal Daisy Dana Danielle Daniella Daphne Daria Darla Dawn
        Delilah Delores Dolores Dora Doris Dorothy Eden Edith Edna Elaine Eleanor Elena Elise Ella Ellie Ellen
        Eloise Elsa Erica Erika Erin Esther Eva Eve Evelyn Faith Felicia Fern Fiona Flora Florence Freda
        Gabrielle Gabriela Gail Genevieve Georgia Gianna Gina Ginger Giselle Glenda Grace Greta Gretchen Gwen
        Haley Hailey Harriet Hazel Heidi Holly Hope Ida Imogen Irene Iris Isabel Isabella Isabelle Ivy Jamie
        Janine Jasmine Jayla Jenn Jennie Jo Jocelyn Jolene Josephine Josie Juanita June Juniper Justine Kara
        Karina Kate Katelyn Katrina Kayla Kaylee Keisha Kendall Kendra Kiera Kylie Kyla Lana Lara Layla Leah
        Leila Lena Leslie Libby Lila Lillian Lilly Lily Lindsay Lindsey Lola Loretta Lorraine Louise Lucia
        Lucille Lucy Lulu Luna Lydia Lynn Mabel Mackenzie Macy Maddie Maddy Madeline Madison Mara Margie Margo
        Marge Margot Marion Marlene Martina Matilda Maureen Maxine Maya Melanie Melinda Melody Mercedes Mia
        Mila Mildred Milly Millie Minnie Miranda Miriam Molly Mona Monica Monika Muriel Myra Nadia Nadine
        Naomi Natalia Natalie Natasha Nelly Nellie Nina Noelle Nora Norma Olga Olive Ophelia Paige Paula
        Pauline Pearl Penelope Penny Phoebe Phyllis Piper Polly Priscilla Prudence Raquel Reese Regina Renee
        Rhonda Rita Robin Rosa Rosalie Rose Rosemary Rosie Roxanne Sabrina Sadie Sally Selena Serena Shauna
        Silvia Simone Skylar Sofia Sofie Sonia Sonya Sophia Sophie Stacey Stacy Stella Sylvia Tabitha Talia
        Tamara Tammy Tanya Tara Tasha Taylor Toni Tonya Tori Tracy Tricia Trina Trinity Trisha Trudy Ursula
        Valerie Vanessa Vera Violet Vivian Wanda Wendy Wendi Whitney Willow Wilma Yasmin Yolanda Yvette Yvonne
        Zara Zelda Zoe Zoey Mimi Michaela Marnie Eliza Jeanette Kiki Lorie Farah Gladys Henrietta Janeth Jemma
        Jessa Johanna Juliana Kiley Kimiko Lexi Lexie Mariana Marigold Mckenna Meredith Nella Nissa Nita Oprah
        Raine Rihanna Ronda Rylee Savannah Shara Sheryl Sidney Stacie Tonia Toula Uma Vaishali Val Venus Verna
        Vicky Winnie Ximena Yanna Zuri Betsy Bianca Celine Charlotte Chastity Danica Dolly Elle Emmeline
        Goldie Goldy Janna Kathi Katja Kaitlyn Lottie Madelyn Mika Milena Minerva Nia Nikki Patti Poppy
        Rosalind Sasha Selma Sienna Tatiana Thea Tia Viola Wynter Isha Ines Ingrid Ilse Inez
        """
    )
)

UNISEX_NAMES = frozenset(
    listed(
        """
        Alex Chris Jordan Taylor Jamie Kris Robin Sasha Jessie Jackie Leslie Avery Bailey Quinn Riley Morgan
        Peyton Skyler Casey Cary Sydney Kendall Jean Dana Terry Pat Sam Charlie Shannon Kelly Ali Francis Rory
        Rene Ellis Blake Cameron Hunter Parker Drew Reese Lou Dakota Ashton Sandy Toni Tracy Marion Ariel
        Jaime Sidney Jules Remy Finley Val
        """
    )
)

TITLES = (
    "Mr.",
    "Mrs.",
    "Ms.",
    "Miss",
    "Dr.",
    "Mr",
    "Mrs",
    "Ms",
    "Dr",
    "Uncle",
    "Aunt",
    "Grandma",
    "Grandpa",
    "Farmer",
    "Coach",
    "Professor",
    "Captain",
    "Doctor",
)
MALE_TITLES = frozenset(("Mr.", "Mr", "Uncle", "Grandpa"))
FEMALE_TITLES = frozenset(("Mrs.", "Mrs", "Ms.", "Ms", "Miss", "Aunt", "Grandma"))

MALE_NOUNS = frozenset(
    listed(
        """
        man boy father dad brother uncle grandfather grandpa husband son nephew king prince waiter actor
        boyfriend gentleman salesman fisherman fireman policeman mailman grandson stepfather stepbrother
        """
    )
)
FEMALE_NOUNS = frozenset(
    listed(
        """
        woman girl mother mom mum sister aunt grandmother grandma wife daughter niece queen princess waitress
        actress girlfriend lady granddaughter stepmother stepsister hen cow
        """
    )
)
PEOPLE_NOUNS = frozenset(
    listed(
        """
        friend teacher boss neighbor neighbour customer student child kid baby farmer baker worker employee
        doctor nurse coach player cousin driver person clerk cashier painter chef cook roommate classmate
        partner tailor programmer writer author lawyer engineer parent owner manager artist singer runner
        swimmer athlete seller buyer salesperson mechanic plumber carpenter gardener florist librarian
        principal tutor babysitter guest passenger client colleague coworker trainer fisher hunter pilot
        sailor soldier scientist accountant vendor shopkeeper carnival dog cat puppy horse
        """
    )
)
PLACES_AND_DAYS = frozenset(
    listed(
        """
        Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mondays Tuesdays Wednesdays Thursdays Fridays
        Saturdays Sundays January February March April May June July August September October November
        December Christmas Easter Halloween Thanksgiving Valentine English Math Science History Spanish French
        German Chinese Italian Japanese American Russian Indian Mexican Greek European African Asian English
        Facebook Instagram Amazon Netflix Google Youtube YouTube Walmart Target Costco Nike Disney Disneyland
        Disneyworld America Canada Mexico England France Germany Italy Spain China Japan India Russia
        Australia Africa Europe Asia Texas California Florida Chicago Boston London Paris Seattle Denver
        Hawaii Alaska Orlando Miami York Jersey Angeles Vegas Fahrenheit Celsius Mr Mrs Ms Dr Miss Earth Mars
        TV Legos Lego Pokemon Oreo Oreos Xbox Internet Olympics Sun Moon Santa God Nikes Adidas Samsung Apple
        Microsoft Windows Uber Shop School Company Store City Street Park Restaurant Bakery Grade Club Team
        """
    )
)

NOT_NAMES = frozenset(
    listed(
        """
        Insurance Phone Tickets Dinner Oranges Children Jam Ships Salmon Jeopardy Fortune Women Tank
        Buicks Hash Layups Judges Geography Birds Garden Building Cupcakes Matches Productions Lake Legoland
        Tax Taxes Orchard Fencing Stars Kids Class Foods Council Frisbees Snickers Mile Kindergartners
        Elementary Muscovies Families Bows Base Doritos Salt Tylenol Flies Tuna Breakfast Ranch Bicycles Boys
        Girls Grandparents Twitter Gas Sweeping Schnauzers Run Buoys Mbps Poutine Pods Tea Seal Dogs
        Cheesecake Touchdowns Martians Aliens Cream Concrete Trip Butterfingers Operations Apples Local Average
        Pizza Pizzas Sandwiches Sodas Hotel Water Watch Milk Work Dyeing Kangaroos News Oysters Slurpees Cars
        Profit Ants Termites People Food Medicine Dragons Hay Oats Pomeranians Flags Limited Popcorn Plumbing
        Eggs Cheese Ham Castle Cucumbers Tomatoes Vs Bubbles Year View House Kickers Heat Valley Well Admission
        Parking Shipping Lunch Rent Students Teachers Adults Men Parents Books Pens Pencils Flowers Roses
        Cookies Muffins Potatoes Bananas Grapes Carrots Onions Chickens Cats Cows Horses Pigs Sheep Rabbits
        """
    )
)
"""Words that open a sentence as a name would, and name nobody."""

COMMON_OPENERS = frozenset(
    listed(
        """
        The A An Each Every Some Any All Both Half Most Many Few Several If When While After Before During
        Since Because As At In On For From To With Without By Of Over Under Out Through Until Once Twice This
        That These Those There Here It He She They We I You His Her Its Their Our My Your One Two Three Four
        Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Twenty Thirty Forty
        Fifty Sixty Seventy Eighty Ninety Hundred How What Who Which Where Why Then Next Now Today Yesterday
        Tomorrow Later Finally Lastly However But And Or So Also Additionally Assuming Suppose Given
        Considering Besides Instead Another Other Everyone Everybody Nobody Someone Only Just Not No Yes
        Calculate Find Determine First Second Third Last Together Altogether Currently Recently Unfortunately
        Therefore Meanwhile Originally Initially Usually Normally Sometimes Suddenly Based Compared Using
        Including Due Per Despite Although Though Even Them Him Hers Let Express Assume Write Afterwards
        Overall Thus Whenever Between Among Being Having Going Knowing
        """
    )
)

_IRREGULAR = listed(
    """
        be:is,was buy:bought sell:sold spend:spent eat:ate give:gave get:got make:made take:took go:went
        do:did have:had run:ran drive:drove pay:paid see:saw read:read write:wrote lose:lost win:won
        find:found keep:kept leave:left bring:brought catch:caught drink:drank ride:rode swim:swam throw:threw
        draw:drew grow:grew know:knew put:put cut:cut set:set send:sent build:built hold:held feed:fed
        sleep:slept teach:taught think:thought break:broke choose:chose come:came fly:flew fall:fell hit:hit
        lay:laid meet:met sing:sang speak:spoke wear:wore sit:sat stand:stood steal:stole sweep:swept
        tell:told say:said lend:lent knit:knit split:split shoot:shot bet:bet dig:dug hang:hung begin:began
        forget:forgot feel:felt hear:heard let:let mow:mowed hide:hid light:lit quit:quit rise:rose
        shake:shook weave:wove withdraw:withdrew beat:beat bite:bit blow:blew burn:burned lead:led
        shrink:shrank sink:sank spread:spread swing:swung
        """
)
_REGULAR = listed(
    """
        need want decide use start cost use twist add save walk rain score plan earn work realize order plant
        collect receive fill watch count double bake pick like weigh purchase own manage play ask deliver
        paint drop return share wash travel finish divide visit remove increase turn pull practice end donate
        pour climb love cover shop look trade complete notice pack grab stop deposit try change call create
        attend invite train jog mow continue place serve cook tip study join bottle carry consume hike jump
        stay move check owe wish harvest miss answer charge replace borrow reduce allow chop discover arrive
        measure raise toss contain require produce gain agree rent hire figure lift type spray stack store
        sort tie cash mail milk polish press print process profit push rake rate reach recycle rescue scoop
        shovel sign smoke snack spill stamp stretch supply tear tutor vacuum walk water weed wrap yield adopt
        average babysit deduct deal decrease determine empty enter exercise expect extend film frame help hop
        include install iron kick knock land last leak learn line list live load lock mix multiply note
        observe offer open pass pay peel perform pile poke possess pump record refill remain remember repair
        report reserve roll row rush sew shear ship skip slice spot squeeze stitch stop stuff sublease
        subtract switch taste throw toast total treat trim triple unload upload use visit volunteer wake wait
        want waste win withdraw zip download charge hand hatch head invest laugh lower lump park peel plow
        point publish rip sail season seat shave sketch slide smile step store style swap swim tip trap tutor
        upgrade vote
        """
)


_DOUBLED = frozenset(
    listed("plan drop shop stop jog grab chop trip hop trim rip slip swap tip skip ship zip step trap wrap babysit")
)
_DOUBLED_GERUNDS = _DOUBLED | frozenset(
    listed("get put cut run swim win sit let hit bet dig set quit split spin forget begin knit")
)


def gerund(base: str) -> str:
    """The form of a verb that ends in "ing"."""
    if base in _DOUBLED_GERUNDS:
        return base + base[-1] + "ing"
    if base in ("tie", "lie", "die"):
        return base[:-2] + "ying"
    return (base[:-1] if base.endswith("e") and base not in ("be", "see", "dye") else base) + "ing"


def third(base: str) -> str:
    """The third person singular of a verb."""
    if base in ("be", "have", "do", "go"):
        return {"be": "is", "have": "has", "do": "does", "go": "goes"}[base]
    if base.endswith(("s", "x", "z", "ch", "sh")):
        return base + "es"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ies"
    return base + "s"


def past(base: str) -> str:
    """The past of a regular verb."""
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ied"
    return base + base[-1] + "ed" if base in _DOUBLED else base + "ed"


IRREGULAR_PAST = {word.split(":")[0]: word.split(":")[1].split(",")[-1] for word in _IRREGULAR}
BASES = frozenset((*_REGULAR, *IRREGULAR_PAST))
THIRD = {third(base): base for base in sorted(BASES)}
"""Third-person singular present forms, by form."""
PAST = {IRREGULAR_PAST.get(base, past(base)): base for base in sorted(BASES)}
"""Simple past forms, by form."""
GERUNDS = {gerund(base): base for base in sorted(BASES)}
"""Forms in "ing", by form."""

AUXILIARIES = frozenset(listed("is are was were has have had will would can could does do did must should may might"))
NOUN_LIKE = frozenset(
    listed(
        """
        costs uses works plans plays needs walks drinks runs rides prints packs stacks snacks rolls rows
        orders places points scores sets shares stops trades turns visits watches stores lines lists loads
        lands hands heads leaves means plants presses ships slices spots steps styles swaps tips trains treats
        trips types waters weeds wraps yields records rents reports rates ranks raises changes charges checks
        covers cuts drops ends calls cooks deals drives builds films frames answers bakes bottles ties totals
        tastes touches washes waits wins milks mails lasts helps hits holds pumps exercises practices profits
        processes products snacks sorts stamps stitches supplies switches lights left set put cut read light
        split hit bet
        """
    )
)
"""Forms that are verbs after a subject but often nouns, adjectives or participles elsewhere."""
