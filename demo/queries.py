"""What the simulated people and agents type, and how they go wrong, item by item."""

from __future__ import annotations

from typing import NamedTuple


class Search(NamedTuple):
    """Texts for one item: `good` ones lead to the evidence, `vague` ones often do not.

    `wrong` is what somebody answers who read the wrong line or the wrong page.
    """

    good: tuple[str, ...]
    vague: tuple[str, ...]
    wrong: tuple[str, ...]


SEARCHES: dict[str, Search] = {
    "demo-01": Search(
        ('"cancelled crossings" 2021', "crossings cancelled fog 2021 annual report"),
        ("ferry fog", "fog cancelled", "how often does fog stop the ferry", "ferry delays weather"),
        ("15",),
    ),
    "demo-02": Search(
        ('"customer deposits"', "deposits separate account 2019"),
        ("customer money 2019", "deposits", "water board savings account"),
        ("$61,730",),
    ),
    "demo-03": Search(
        ('"capital works" 2020', 'Heron overhaul engines "Tolliver"', "overhaul Heron both engines 2020"),
        ("contractor 2020", "works over budget", "most expensive works", "cost more than voted"),
        ("Brannock & Sons",),
    ),
    "demo-04": Search(
        ("dispatch county share", '"hydrant rental"', "dispatch OR hydrant"),
        ("fire budget", "police budget 2022", "budget 2022 county", "emergency services cost"),
        ("1,250", "95"),
    ),
    "demo-05": Search(
        ("bottom painted anodes", '"zinc anode"', "Port Callow anodes"),
        ("ferry repair November", "propeller yard", "spares on board", "Heron winter work"),
        ("9", "8"),
    ),
    "demo-06": Search(
        ("pilings October 1974", 'pilings "North Pier"', "oak barge pilings"),
        ("storm damage pier", "North Pier", "harbormaster letter", "1974"),
        ("60", "$41.50"),
    ),
    "demo-07": Search(
        ("Erlenbrück Spende Rettungswesten", "Ankunft Begrüßung Blaskapelle", "Programm Oktober Ankunft"),
        ("Erlenbrück", "guests October partner town", "Partnerschaft", "donation life jackets"),
        ("212 Kilogramm", "08:20"),
    ),
    "demo-08": Search(
        ("Pelican stern line", '"ferry Pelican"'),
        ("old ferry storm", "Holm", "ferry broke loose", "storm 1974 rescue"),
        ("Mr. Tallis",),
    ),
    "demo-09": Search(
        ('mechanical "crossings cancelled"', '"cancelled crossings by cause"'),
        ("engine trouble ferry", "mechanical failures", "ferry reliability", "crossings cancelled most"),
        ("2022", "9"),
    ),
    "demo-10": Search(
        ('"award of tender" 2021', "T-2021-04 delay working day", "T-2021-04 bond delay warranty"),
        ("contract penalty", "delay", "tender June 2021", "fine for late works"),
        ("$1,100",),
    ),
    "demo-11": Search(
        ("overhaul Heron engines 2020", "directory Tolliver Marine Engineers", '"Tolliver Marine"'),
        ("directory boats engines", "telephone engine repair", "marine engineers", "Heron engines"),
        ("Farrant Outboards",),
    ),
    "demo-12": Search(
        (
            '"islander pass" season fares',
            "ferry fares year end islander pass",
            "annual report fares ticket dollars",
        ),
        ("ferry ticket price", "fares", "pass for islanders", "islander bicycle"),
        ("6.50", "7.50"),
    ),
    "demo-13": Search(
        ("swifts ice house counted", '"the most we saw"', "swifts class count"),
        ("birds", "ice house", "schoolchildren birds", "swift watchers"),
        ("14,600", "41"),
    ),
    "demo-14": Search(
        ('discount "30 percent" moved', "household garden discount hearing"),
        ("water rates 2021", "who proposed the discount", "discount", "assistance list"),
        ("Mr. Tamsin", "$54.15"),
    ),
    "demo-15": Search(
        ("Lake Wessamin gauge level month", "lake levels 2022"),
        ("high water 2022", "lake", "water level", "when was the lake highest"),
        ("June",),
    ),
    "demo-16": Search(
        ("playground inspection school lower yard", '"lower yard"'),
        ("playground", "swing hook", "school safety", "tire swing"),
        ("Surface depth",),
    ),
    "demo-17": Search(
        ("Lakeside Café inspection 2021", 'Lakeside "food contact surfaces"', '"wiping cloths" Lakeside'),
        ("café hygiene", "inspection cleaning", "Lakeside", "food inspection report"),
        ("Cold food held at 41 °F or below",),
    ),
    "demo-18": Search(
        ("menú octubre pizza de queso", '"pizza de queso"'),
        ("pizza", "lunch menu October", "postre", "menu cheese pizza"),
        ("bizcocho de calabaza",),
    ),
    "demo-19": Search(
        ('"North Pier light"', "light steps climb Saturdays"),
        ("lighthouse", "North Pier", "stairs", "tower view"),
        ("34",),
    ),
    "demo-20": Search(
        ('"gallons an hour" month', '"fuel and engine hours"'),
        ("fuel", "diesel", "ferry log", "Heron fuel"),
        ("Nov", "2,980"),
    ),
}
