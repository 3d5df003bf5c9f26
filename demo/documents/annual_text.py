"""The prose of the four annual reports: what happened, in the words of those who were there."""

from __future__ import annotations

from typing import NamedTuple


class Story(NamedTuple):
    """The parts of one year's report that are not figures; each a tuple of paragraphs."""

    motto: str
    letter: tuple[str, ...]
    water: tuple[str, ...]
    network: tuple[str, ...]
    harbor: tuple[str, ...]
    ferry: tuple[str, ...]
    works: tuple[str, ...]
    notes: tuple[str, ...]


STORIES: dict[int, Story] = {
    2019: Story(
        "A dry summer, a busy crossing",
        (
            "The year began with ice on the slip and ended with the highest August the ferry has ever "
            "carried. Between the two lay the driest June in eleven years, when the lake stood nineteen "
            "inches below its usual mark and the Board asked every household to water gardens only after "
            "seven in the evening. Three in four did. We are grateful to them.",
            "Below ground the long work on the Old Quarter has begun. The cast-iron pipe that was laid "
            "there in 1908 has served four generations, and it shows: more than a third of all our "
            "repairs last year were made within five hundred yards of Market Square. The first phase, "
            "from the square to Cooper Lane, was finished in October, two weeks early.",
            "Ferry passengers often ask why fares have not moved since 2016. The answer is that fuel was "
            "cheap and the Heron was young. Neither will last, and the Board will open that conversation "
            "honestly before any decision is taken.",
            "I thank the crews who went out in the night of the February gale, when the North Pier lost "
            "six fender piles and not one boat was lost with them.",
        ),
        (
            "All water comes from the intake at Gannet Point, 640 feet off shore and 31 feet deep, and is "
            "treated at the Summit Road works by coagulation, rapid sand filtration and chlorination. The "
            "works can deliver 3.1 million gallons a day; the highest day of the year was July 19, with "
            "2.64 million gallons.",
            "The dry spell from May 28 to July 2 brought the voluntary evening rule back for the first "
            "time since 2008. Demand in that month was 9 percent below the forecast made in May.",
        ),
        (
            "Brannock & Sons renewed 2,140 feet of main between Market Square and Cooper Lane, in ductile "
            "iron of eight inches. Forty-four lead service lines were found on the way and replaced at "
            "the Board's cost.",
            "Water that is treated but never billed was estimated at 14.8 percent of production. Half of "
            "it is believed to run out of the mains that are now being replaced.",
        ),
        (
            "The harbor let 212 moorings. The commercial berths at the South Wall have been full since "
            "2015, and the waiting list is now kept by class, so that a small boat no longer waits behind "
            "a large one.",
            "The gale of February 24 broke six fender piles at the North Pier. Repairs were made between "
            "April 8 and May 17 while the pier stayed open to boats under 30 feet.",
        ),
        (
            "The Heron made 3,812 crossings to Pell Island and the Grebe stood in on 46 days. The busiest "
            "single day was August 10, the day of the island regatta, with 1,916 passengers.",
            "A trial of later sailings on Fridays from June to September carried 74 passengers an evening "
            "on average and will be repeated.",
        ),
        (
            "The standpipe at Summit Road was blasted and repainted inside and out; it was out of service "
            "for 23 days in May. The fender piles cost more than was voted because two of the old stumps "
            "had to be drawn by a diver.",
        ),
        (
            "The Board's accounts are kept on the accrual basis. Customer deposits of $61,400 are held in "
            "a separate account and are not part of the figures above.",
            "A reserve of 60 days of operating cost is the Board's own rule. At year end it stood at 71 "
            "days.",
        ),
    ),
    2020: Story(
        "Open taps, empty decks",
        (
            "On March 21 the ferry sailed with two people aboard, both of them nurses. For eleven weeks "
            "it carried only islanders, supplies and those who cared for others. It never stopped. I "
            "would like that sentence to be remembered when the figures in this report are read.",
            "The Board suspended shut-offs for unpaid bills on March 17 and waived late charges for the "
            "rest of the year. At the end of December, 318 accounts were in arrears, against 96 the year "
            "before; all but 40 of those households have since agreed to a plan.",
            "Work in the Old Quarter went on with crews of two and a closed street. It ran into rock at "
            "Chandler's Steps that no drawing showed, and 1,050 feet remain for the coming spring.",
            "Walter Finch, harbormaster since 2003, retired on December 31. He leaves a harbor in better "
            "order than the one he found, and a logbook that future historians will enjoy.",
        ),
        (
            "With offices closed and homes full, water use moved from the waterfront to the hills. The "
            "Summit Road pressure zone took 12 percent more than in 2019, the harbor zone 21 percent "
            "less. The highest day was August 5, with 2.58 million gallons.",
            "The sand in filters 2 and 4 was renewed for the first time since 1994. Turbidity rose "
            "briefly in October while filter 4 was being washed in; no limit was reached.",
        ),
        (
            "Main breaks rose to 31, the most since records of this kind were begun. Thirteen were in the "
            "Old Quarter, where the trench beside the old pipe had been opened and the ground had moved.",
            "A leak survey by a listening crew in September covered 38 miles of main and found 17 leaks, "
            "the largest of them 22 gallons a minute under the bowling green.",
        ),
        (
            "Seven moorings were given up in April by owners who could not come to their boats. The Board "
            "returned half the fee without being asked. By August the demand had turned, and 41 names "
            "were waiting.",
            "The fuel dock was open to credit cards only from May. There were no spills.",
        ),
        (
            "The Heron was in dock from January 11 to March 6 for the overhaul of both engines by "
            "Tolliver Marine Engineers. The Grebe, built in 1961, took her place and accounts for most of "
            "the mechanical cancellations.",
            "From March 21 to June 5 the timetable was cut to four round trips a day and passengers were "
            "limited to 30. Fares were not collected from health workers.",
        ),
        (
            "The overhaul of the Heron found a cracked bedplate on the port engine, which explains the "
            "excess of $24,615 over the sum voted. Harbor lighting was deferred when the bids were 40 "
            "percent over the estimate.",
        ),
        (
            "Grants include $310,000 of emergency transit relief that must be spent on crew wages by June "
            "30, 2021.",
            "The reserve fell from 71 to 52 days of operating cost, below the Board's rule of 60. The "
            "plan to restore it was adopted on November 10.",
        ),
    ),
    2021: Story(
        "Coming back, one crossing at a time",
        (
            "This was a year of return. The ferry carried half as many people again as in the year "
            "before, the school pool opened in June, and the last pipe in the Old Quarter was joined on "
            "May 27 in front of some forty residents and one very patient brass band.",
            "We raised charges for the first time in five years. Nobody likes to pay more, but 2020 had "
            "shown how thin our reserve was. The new rates took effect on July 1, and with them a "
            "discount of 30 percent for households on the county's assistance list.",
            "Ruth Pellew left us on November 30 after sixteen years as general manager. Those who worked "
            "with her know that the lights stayed on at Summit Road because she had walked every yard of "
            "the cable. The Board appointed Tomas Ibarra to follow her.",
            "The renewal of the Mill Flats pump station is the largest contract in our history. It will "
            "not be pretty, but nobody in Mill Flats should lose pressure in a dry August again.",
        ),
        (
            "Production rose to 621.9 million gallons, as much by new connections on East Shore Drive as "
            "by the return of summer visitors. The highest day was July 24, with 2.71 million gallons.",
            "The intake screen at Gannet Point was cleaned by divers in April. They removed an estimated "
            "two tons of mussels, the first seen on the structure.",
        ),
        (
            "With the Old Quarter finished, main breaks fell from 31 to 18 and losses to 12.9 percent of "
            "production. Savings in power and chemicals are put at $46,000 a year.",
            "The first lot of 1,150 meters with radio reading was fitted between February and September. "
            "A meter round that took nine days now takes two.",
        ),
        (
            "The new lights along the South Wall and the fuel dock were switched on by Lumen Harbor "
            "Electric on October 1. They draw a third of the power of the old lamps and can be dimmed "
            "after midnight.",
            "Demand for moorings is at a record. A boat of 25 feet that joined the waiting list in "
            "December can expect a place in about four years.",
        ),
        (
            "The Heron made 3,540 crossings. Full capacity was restored on June 15. The Friday evening "
            "sailings returned in July and carried 91 passengers on average.",
            "Tickets could be bought by telephone from August 2; by December one in five passengers did so.",
        ),
        (
            "Quarrington Pump & Pipe began work at Mill Flats on August 16. The old pump hall stays in "
            "use until the new one is proven. The contract sum is $655,400; the rest of the vote is for "
            "inspection and power supply.",
        ),
        (
            "Emergency transit relief of $310,000, received in 2020, was fully spent by the due date.",
            "The reserve recovered to 63 days of operating cost. The Board paid $571,500 in debt service, "
            "all of it on the 2016 and 2020 bonds.",
        ),
    ),
    2022: Story(
        "New pumps, higher lake",
        (
            "The lake came up and kept coming. On May 14 Lake Wessamin stood 27 inches above its usual "
            "mark, the fuel dock was under water for nine days, and the ferry landed on timber mats. By "
            "August one could walk dry again, and 28,120 people crossed in that month alone.",
            "At Mill Flats the new pumps took over on September 6. They are quieter than the kitchen fan "
            "in the house next door, or so its owner tells us.",
            "The Pell Island landing is our next task. The present ramp cannot follow the lake, as this "
            "spring showed. The new one will rise and fall by seven feet, and the state will bear half of "
            "its cost.",
            "Amos Whitlow has taken the ferry over from Lena Okafor, who has gone to sea, properly, as "
            "she put it. We wish her fair winds.",
        ),
        (
            "Production was 634.2 million gallons, 2 percent more than the year before, of which the 76 "
            "new connections explain most. The highest day was July 23, with 2.74 million gallons.",
            "High water brought more colour and less hardness. The dose of coagulant was raised by a "
            "fifth from April to June.",
        ),
        (
            "Fourteen main breaks are the fewest since 1989. Losses fell to 11.2 percent of production.",
            "The second lot of 980 meters was fitted by our own crew. Every connection north of the river "
            "is now read by radio.",
        ),
        (
            "Floating dock C added seven places for boats up to 30 feet. It was the only dock that nobody "
            "had to be rescued from in May.",
            "With 84 names the waiting list is longer than ever. The Board has asked for a study of a "
            "breakwater at Point Hollow.",
        ),
        (
            "The Heron made 3,904 crossings. High water closed the Pell Island ramp to vehicles from May "
            "9 to May 20; passengers were landed by the Grebe.",
            "Fares rose on April 1. The islander pass now covers one bicycle, which islanders had asked "
            "for since the pass was invented.",
        ),
        (
            "Averill Coastal Works won the contract for the Pell Island landing ramp and drove its first "
            "test piles in October. At Mill Flats the connection to the county grid cost $29,560 more "
            "than was voted.",
        ),
        (
            "The state's share of the landing ramp, $270,000, will be received on completion and is not "
            "yet counted as income.",
            "Fuel prices added $118,000 to the cost of the ferry compared with the year before. The "
            "reserve stood at 61 days of operating cost.",
        ),
    ),
}
