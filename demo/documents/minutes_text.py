"""What was said and voted at three meetings."""

from __future__ import annotations

from typing import NamedTuple


class Business(NamedTuple):
    """One item of an agenda; bids as (bidder, price, remark)."""

    title: str
    paragraphs: tuple[str, ...]
    vote: str = ""
    bids: tuple[tuple[str, str, str], ...] = ()


class Meeting(NamedTuple):
    """One meeting."""

    date: str
    dated: str
    present: str
    absent: str
    staff: str
    approved: str
    business: tuple[Business, ...]


MEETINGS: dict[str, Meeting] = {
    "2021-03": Meeting(
        "March 9, 2021", "2021-03-12",
        "Desmond Achterberg, chair; Marisol Quint, vice chair; Harold Tamsin; Peter Nwosu",
        "Ingrid Sollars (excused)",
        "Ruth Pellew, general manager; Gus Halloran; Joanna Reyes-Lind; Lena Okafor; Paul Desrosiers; "
        "Bettina Crane",
        "April 13, 2021",
        (
            Business("Opening", (
                "The chair opened the meeting at 7:02 p.m. Because of the limit on persons in the hall, "
                "eleven residents took part by telephone. The chair asked them to give their name before "
                "speaking and to mind their kettles.",)),
            Business("Minutes", ("The minutes of February 9 were read. Mr. Nwosu asked that “breakwater” be "
                                 "written as one word.",),
                "to approve the minutes as amended, 4 to 0."),
            Business("Public comment", (
                "Sunniva Holm, Pell Island, asked that the last sailing on school days be held for the "
                "chess club. Ms. Okafor will try a departure at 5:40 p.m. on Wednesdays until June.",
                "Abel Corrigan, 31 Cooper Lane, said that the street had been opened four times in two "
                "years and asked for a promise. Mr. Halloran promised to open it a fifth time in April "
                "and then no more.",)),
            Business("Treasurer's report", (
                "Mr. Desrosiers reported a balance of $811,240 on February 28. Accounts in arrears have "
                "fallen from 318 to 251. Of the emergency transit relief, $187,400 has been spent, all of "
                "it on crew wages.",)),
            Business("Water charges, first reading", (
                "Ms. Pellew presented three ways to bring the reserve back to 60 days. The Board leaned "
                "towards the second: a base charge of $29.85 and $5.42 for each 1,000 gallons, from July "
                "1, with a discount for households on the county's assistance list. The staff had "
                "proposed 20 percent. Ms. Quint moved 30 percent.",
                "A household of three in Mill Flats would pay about $5.20 more in the quarter.",),
                "to set a public hearing for April 27 and to put the discount at 30 percent in the draft, "
                "4 to 0."),
            Business("Meters", (
                "Two lots of radio meters were offered. The Board discussed whether to buy all at once. "
                "Mr. Tamsin preferred to learn from the first before paying for the second.",),
                "to buy 1,150 meters from Calloway Instruments at $171.40 each, 4 to 0."),
            Business("Harbor lighting", (
                "The bids of 2020 had been rejected. The harbormaster has taken four lamps out of the "
                "design, which nobody had been able to explain. Notice T-2021-03 will hang at the landing "
                "from March 15 to April 9.",)),
            Business("Reports", (
                "Water: intake screen to be cleaned by divers in April. Harbor: two moorings dragged on "
                "February 27; no damage. Ferry: Heron in good order; the port generator is noisy and will "
                "be opened in the winter.",)),
            Business("Closing", ("The meeting was closed at 8:51 p.m. The next meeting is on April 13, 2021.",
            )),
        )),
    "2021-06": Meeting(
        "June 8, 2021", "2021-06-11",
        "Desmond Achterberg, chair; Marisol Quint, vice chair; Harold Tamsin; Ingrid Sollars; Peter Nwosu",
        "none",
        "Ruth Pellew, general manager; Gus Halloran; Joanna Reyes-Lind; Lena Okafor; Paul Desrosiers; "
        "Bettina Crane",
        "July 13, 2021",
        (
            Business("Opening", ("The chair opened the meeting at 7:00 p.m. in the presence of 26 residents, "
                                 "the first without a limit since March 2020. Applause.",)),
            Business("Minutes", ("The minutes of May 11 were read.",), "to approve the minutes, 5 to 0."),
            Business("Public comment", (
                "Honora Blythe thanked the crews for the yard of old pipe, which now stands in the "
                "children's room. A hamster has been through it.",
                "Lydia Farrow asked why the fountain on Market Square is dry. Mr. Halloran answered that "
                "the pump is of 1933 and a part must be made; he hopes for July.",)),
            Business("Award of tender T-2021-04, Mill Flats pump station", (
                "Four bids were opened on May 28 at noon. The engineer's estimate was $670,000. Mr. "
                "Halloran and the engineer have checked the arithmetic; one bid had a sum carried "
                "wrongly, which did not change the order.",
                "The lowest bidder, Delmar Mechanical, could not show three stations of like size in the "
                "last ten years, as section 6 of the notice asks. The Board heard Mr. Delmar, who named "
                "two. After discussion the Board held that a rule printed in the notice binds the Board "
                "as well.",),
                "to reject the bid of Delmar Mechanical and to award the contract to Quarrington Pump & "
                "Pipe at $655,400, 4 to 1 (Mr. Tamsin).",
                (("Delmar Mechanical", "$628,900", "Two stations shown; three required"),
                 ("Quarrington Pump & Pipe", "$655,400", "Complete"),
                 ("Brannock & Sons", "$688,150", "Complete"),
                 ("Lakeshore Utilities", "$741,000", "Late start offered"))),
            Business("Old Quarter main", (
                "The last joint was made on May 27. Remaining: paving of Chandler's Steps and the return "
                "of nine flower tubs to their owners. Cost to date $57,900 of $60,000.",)),
            Business("Ferry capacity", (
                "Ms. Okafor asked to return to 180 passengers on June 15. The county health office does "
                "not object. Masks stay on "
                "board for those who want them.",), "to restore full capacity from June 15, 5 to 0."),
            Business("General manager", (
                "Ms. Pellew told the Board that she will retire on November 30. The chair said that the "
                "Board had hoped she would forget to. A search committee of Ms. Quint and Ms. Sollars "
                "will report in August.",)),
            Business("Reports", (
                "Water: a household at the top of Summit Road had no water for five hours on May 19 after "
                "a valve was left shut; a letter of apology was sent. Harbor: 67 names on the waiting "
                "list. Ferry: 11,980 passengers in May by the provisional count.",)),
            Business("Closing", ("The meeting was closed at 9:34 p.m. The next meeting is on July 13, 2021.",
            )),
        )),
    "2022-06": Meeting(
        "June 14, 2022", "2022-06-17",
        "Desmond Achterberg, chair; Marisol Quint, vice chair; Ingrid Sollars; Peter Nwosu; Calla Brandt",
        "none",
        "Tomas Ibarra, general manager; Gus Halloran; Joanna Reyes-Lind; Amos Whitlow; Paul Desrosiers; "
        "Bettina Crane",
        "July 12, 2022",
        (
            Business("Opening", ("The chair opened the meeting at 7:01 p.m. and read the names of those who "
                                 "had carried sandbags in May. It took four minutes.",)),
            Business("Minutes", ("The minutes of May 10 were read. Ms. Brandt asked that “nine inches” be "
                                 "corrected to “nineteen inches”.",),
                "to approve the minutes as amended, 5 to 0."),
            Business("Public comment", (
                "Casper Holm, Pell Island, described how the fire pump was landed by hand on May 12 while "
                "the ramp was under water. He offered to show his shoulder.",
                "Two owners at the South Wall asked for a lower fee for the nine days without a fuel "
                "dock. The harbormaster was asked for a proposal.",)),
            Business("Award of tender T-2022-02, Pell Island landing ramp", (
                "Three bids were opened on June 3. The engineer's estimate was $520,000. All bidders "
                "visited the site on May 24, when the old ramp stood under water and made the case for a "
                "new one better than any drawing.",
                "Mr. Nwosu asked about the long delivery of the hinge castings. Averill Coastal Works has "
                "reserved them at a foundry. Work on shore begins in September, piles are driven from "
                "October, and the ramp is to be in use by May 31, 2023.",),
                "to award the contract to Averill Coastal Works at $498,750, 5 to 0.",
                (("Averill Coastal Works", "$498,750", "Complete"),
                 ("Callow Dock Company", "$531,200", "Complete"),
                 ("Brannock & Sons", "$566,480", "Steel price open"))),
            Business("High water, costs", (
                "Mr. Desrosiers put the cost of May at $83,700: overtime $31,250, timber mats and "
                "sandbags $18,900, fuel dock repairs $26,400, relief boat fuel $7,150. Insurance will "
                "bear the fuel dock less $5,000.",)),
            Business("Mill Flats pump station", (
                "Pumps 1 and 2 have run on trial for 40 hours. The county grid asks for a stronger cable, "
                "at a cost of $29,560 that was not foreseen. Ms. Sollars asked who should have foreseen "
                "it. Mr. Ibarra answered that he should.",),
                "to approve the extra cost of $29,560 from the reserve, 5 to 0."),
            Business("Islander pass", (
                "The pass covers one bicycle since April 1. Mr. Whitlow counted 212 bicycles in May on "
                "passes, against 35 tickets sold in May of last year. The racks on the Heron hold 16.",)),
            Business("Reports", (
                "Water: coagulant dose to return to normal at the end of the month. Harbor: lake at 19 "
                "inches above the usual mark and falling half an inch a day. Ferry: mechanical failures "
                "so far this year, two.",)),
            Business("Closing", ("The meeting was closed at 9:10 p.m. The next meeting is on July 12, 2022.",
            )),
        )),
}  # fmt: skip
