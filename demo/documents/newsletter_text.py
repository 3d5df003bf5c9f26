"""What the newsletter says."""

from __future__ import annotations

from typing import NamedTuple


class Article(NamedTuple):
    """One article; an empty quote means none is set in large type."""

    title: str
    author: str
    paragraphs: tuple[str, ...]
    quote: str = ""


SPRING: tuple[Article, ...] = (
    Article(
        "Last pipe of the Old Quarter goes in this May", "Nell Corrigan",
        (
            "When the crew of Brannock & Sons broke through the pavement at Chandler's Steps last autumn, "
            "they met something that no plan showed: a shelf of blue granite eleven feet thick. It cost "
            "the project the winter.",
            "“We could have blasted,” says Gus Halloran, who has looked after the town's water since "
            "1996. “But there is a house on each side that was standing when the street was laid. So we "
            "sawed.” A diamond wire, fed with water and patience, went through the rock at four inches an "
            "hour.",
            "What remains is 1,050 feet of main between the Steps and the fish market. Work starts on "
            "April 5 at the lower end. Cooper Lane will be closed to cars on working days until the end "
            "of May; the bakery has asked us to say that its back door is open from six.",
            "Each house will be without water twice, for about three hours. Cards are hung on door "
            "handles two days ahead. Anyone who needs water for medical reasons should call 555-0146, and "
            "a tank will be brought.",
            "The old pipe will not be missed. Made in 1908, joined with lead, it broke thirteen times "
            "last year alone. A yard of it will be cleaned and kept in the library, where children may "
            "look through it.",
        ),
        "So we sawed.",
    ),
    Article(
        "The harbor has a new voice", "Tobias Wren",
        (
            "Joanna Reyes-Lind took over the harbormaster's cap on January 1, though she says the cap "
            "does not fit and the radio does. She grew up on Pell Island, served eleven years in the "
            "Coast Guard, and ran the rescue station at Port Callow before coming home.",
            "Her first rule is on the chart table already: no boat is lifted in a wind above 25 knots. "
            "Her second is that every skipper who asks for a mooring will be told honestly how long the "
            "list is. In March it had 52 names.",
            "Walter Finch, her predecessor, left her eighteen volumes of daily log and one piece of "
            "advice, which she will not share before she has retired herself.",
        ),
    ),
    Article(
        "Schoolchildren count the swifts", "Class 5 of Kestrel Ferry School",
        (
            "We wanted to know how many swifts live in the old ice house. From May to July last year we "
            "sat on the wall at eight in the evening and counted the birds that flew in. The most we saw "
            "was 163, on June 24.",
            "Mr. Adeyemi says that the roof must not be closed without leaving slots. We wrote to the "
            "Selectmen and they wrote back. The slots will stay. There will be forty of them, and each is "
            "as wide as our teacher's hand.",
            "This spring we will count again. Anyone can help. Bring a warm coat and do not bring a dog.",
        ),
    ),
    Article(
        "How to read your new meter", "Gus Halloran",
        (
            "If you live in Mill Flats or on the lower part of Summit Road, you will have a radio meter "
            "before the summer is out. It tells us once a day how much water has passed. Nobody comes "
            "into the cellar any more.",
            "The small drop on the display should stand still when every tap is closed. If it turns, "
            "something is leaking; in nine of ten houses it is the toilet. Put five drops of food colour "
            "in the tank and wait for a quarter of an hour. If the bowl turns blue, the flapper needs "
            "changing, which costs $6 and no plumber.",
            "A running toilet can pass 200 gallons a day. At present rates that is about $94 in a quarter.",
        ),
        "In nine of ten houses it is the toilet.",
    ),
    Article(
        "From the library", "Honora Blythe",
        (
            "The reading room is open again on Tuesdays, Thursdays and Saturdays from ten to five, with "
            "twelve seats. Windows stay open; bring a scarf.",
            "Our local history scans have reached the year 1931 of the Callow Courier. Volunteers read "
            "the pages at home and mark what the machine misread. They have corrected 14,600 lines so "
            "far. Most common error: the machine believes that every harbor is a barber.",
            "Borrowed most in winter: a guide to sourdough, a novel about a lighthouse, and the ladder.",
        ),
    ),
    Article(
        "Pell Island notes", "Sunniva Holm",
        (
            "Forty-one of us stayed all winter. The store kept its hours, the generator kept most of its. "
            "The school boat missed six mornings on account of fog and two on account of a seal on the "
            "ramp.",
            "The cooperative has a new smoker and sells whitefish from the window on Fridays. In May the "
            "bees come back, eighteen hives of them, on the second sailing. Car passengers are asked to "
            "keep their windows closed.",
            "The island's fire company has elected Casper Holm captain for the twenty-first time. He "
            "accepted for the twenty-first time with the words that this would be the last.",
        ),
    ),
    Article(
        "Thank you, mask makers", "The Editors",
        (
            "Between April and December the sewing circle of St. Brendan's made 4,870 masks out of "
            "curtains, shirts and one retired spinnaker. They went to the school, the ferry crew, the "
            "nursing home and anybody who asked. The spinnaker ones are said to be the fastest.",
        ),
    ),
)  # fmt: skip

AUTUMN: tuple[Article, ...] = (
    Article(
        "Mill Flats pumps are quiet, and that is the news", "Nell Corrigan",
        (
            "On the morning of September 6 at ten past nine, Gus Halloran turned a key, and nothing could "
            "be heard. The three new pumps at Mill Flats had taken over from two that were built when "
            "telephones had cords.",
            "The station lifts water to 1,340 homes. Its old pumps drew 61 kilowatts together; the new "
            "ones draw 38 and can be run singly at night. The Board expects to save $19,000 a year in "
            "power, and all of the complaints.",
            "It was not cheap. The county grid asked for a stronger cable late in the day, and the works "
            "closed over the sum voted. “I would rather explain a cable than a dry hydrant,” says Tomas "
            "Ibarra, in his first year as general manager.",
            "The old pump hall will not be torn down. It has good north light, and the school has asked "
            "for it.",
        ),
        "I would rather explain a cable than a dry hydrant.",
    ),
    Article(
        "What high water taught us", "Joanna Reyes-Lind",
        (
            "In May the lake stood where only the oldest marks on the Customs House had ever stood. We "
            "moved 31 boats in four days, lent 600 sandbags and lost one privy, which was found at Point "
            "Hollow with its door still latched.",
            "What worked: floating dock C, the telephone chain, the school boat. What did not: the fuel "
            "dock, which must be shut off sooner, and the landing ramp on Pell Island, which has one "
            "height while the lake has many.",
            "The mark of May 14 has been cut into the north corner of the Customs House, under that of "
            "1952. It is two and a half inches lower. My knees say it was enough.",
        ),
    ),
    Article(
        "Guests from Erlenbrück", "Rosalind Pike",
        (
            "Twenty-six people from our partner town come to visit in October. They bring a choir, a "
            "baker and, we hear, a barrel. Hosts are still wanted for two families with small children.",
            "The partnership is forty years old this year. It began with a wrong address: a crate of pump "
            "parts meant for Kestrel in another state was sent here by a factory in Erlenbrück, and a "
            "letter of apology followed.",
            "On Sunday, October 9, there will be a common meal on the quay, or in the gymnasium if it "
            "rains. Bring a dish and a chair. The program is printed in both languages and can be had at "
            "the library.",
        ),
    ),
    Article(
        "New faces on the ferry", "Tobias Wren",
        (
            "Amos Whitlow, who runs the ferry since April, began as a deckhand in 1999 and has painted "
            "the Heron four times. He has two new mates, Odile Farrant and Ravi Sandhu, and one request: "
            "please have the ticket ready before the gate and not behind it.",
            "The Heron carried 28,120 people in August. That is still a thousand fewer than in the record "
            "August of 2019, and the crew says that it felt like a thousand more.",
            "Winter repairs begin on November 14. The Grebe will sail for three weeks; she takes eight "
            "cars, so book early.",
        ),
    ),
    Article(
        "School kitchen wins a spoon", "Class 6 of Kestrel Ferry School",
        (
            "The county gives a wooden spoon to the kitchen that throws away least. This year it is ours. "
            "We weighed what was left on the plates for ten days: 1.3 ounces for each child. In the "
            "county it is 3.9.",
            "Mrs. Abernathy says the trick is to let children take the vegetables themselves. We say the "
            "trick is the cider doughnuts.",
            "The menu is now printed in Spanish, too. Lucía and Mateo from our class helped with the "
            "names. There is no word for sloppy joe.",
        ),
        "There is no word for sloppy joe.",
    ),
    Article(
        "Leaves, lines and lost things", "Teddy Lomax, parks foreman",
        (
            "Leaf collection starts on October 22 in the Old Quarter and goes uphill from there. Paper "
            "bags only. Wire, bicycles and last year's pumpkins are not leaves.",
            "The playgrounds were mended in May. Market Green has its twelve inches of wood chips, the "
            "slide at East Shore a new foot, and the tire swing a hook that closes.",
            "Found on the beach this summer: 61 shoes, none of them a pair; a trumpet; a wedding ring "
            "with the date 6-8-74. The ring is in my desk. Please come.",
        ),
    ),
    Article(
        "Swifts: the count", "Class 6 of Kestrel Ferry School",
        (
            "You may remember that we count swifts at the old ice house. In 2021 the most we saw was 171, "
            "in 2022 it was 188, on June 27. All forty slots are in use. Three were taken by bats, which "
            "is fine with us.",
        ),
    ),
    Article(
        "Obituary: Harold Tamsin, 1941 to 2022", "Eleanor Voss",
        (
            "Harold sat on the Board for eighteen years and spoke at most of its meetings for less than a "
            "minute. He kept a pipe wrench in his car because a valve, he said, does not wait for a "
            "quorum.",
            "It was Harold who found, in 1987, that the town had paid for the same bridge twice. It was "
            "Harold who gave the difference to the library. He is survived by his wife, two daughters and "
            "the wrench.",
        ),
    ),
)  # fmt: skip
