"""Lunch menus of the school: a month in a grid, a page of allergens; one of them in Spanish."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from demo.documents.flow import SMALL, Flow, Frame
from demo.documents.paper import BLACK, WHITE, Colour, Ink, Paper, Sheet
from demo.documents.tables import Column, TableLook, table

_LANDSCAPE = (792.0, 612.0)


class Month(NamedTuple):
    """One month of lunches: weeks of five days, each (day number, dishes)."""

    title: str
    heads: tuple[str, ...]
    weeks: tuple[tuple[tuple[int, str], ...], ...]
    colour: Colour
    notes: tuple[str, ...]
    allergens: tuple[str, tuple[str, ...], tuple[tuple[str, ...], ...]]
    texts: tuple[str, ...]
    dated: str


_ENGLISH = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
_SPANISH = ("Lunes", "Martes", "Miércoles", "Jueves", "Viernes")

OCTOBER_2021 = Month(
    "Lunch Menu · October 2021", _ENGLISH,
    (
        ((4, "Chicken pot pie; green beans; pear"), (5, "Bean chili; corn bread; apple slices"),
         (6, "Lake whitefish cakes; potato wedges; slaw"), (7, "Spaghetti with meat sauce; salad; grapes"),
         (8, "Cheese pizza; carrot sticks; plum")),
        ((11, "No school: Founders' Day"), (12, "Turkey wrap; tomato soup; banana"),
         (13, "Macaroni and cheese; peas; applesauce"), (14, "Beef stew; whole-wheat roll; orange"),
         (15, "Fish tacos; black beans; melon")),
        ((18, "Lentil soup; grilled cheese; apple"), (19, "Roast chicken; mashed squash; pear"),
         (20, "Vegetable lasagna; salad; grapes"), (21, "Sloppy joe; sweet corn; peach cup"),
         (22, "Half day: bag lunch")),
        ((25, "Pancakes; sausage; fruit salad"), (26, "Split pea soup; ham roll; apple"),
         (27, "Chicken rice bowl; broccoli; orange"), (28, "Meat loaf; mashed potato; green beans"),
         (29, "Pumpkin ravioli; salad; cider doughnut")),
    ),
    (0.80, 0.39, 0.10),
    ("Milk is served with every meal. A garden salad may be had instead of the hot dish on any day.",
     "Lunch is $2.85; reduced price $0.40; free for families on the county list. Pay at the office by "
     "Tuesday."),
    ("Allergens in the dishes of the month", ("Dish", "Wheat", "Milk", "Egg", "Fish", "Soy", "Nuts"),
     (("Chicken pot pie", "x", "x", "", "", "", ""), ("Lake whitefish cakes", "x", "", "x", "x", "", ""),
      ("Bean chili", "", "", "", "", "", ""), ("Macaroni and cheese", "x", "x", "", "", "", ""),
      ("Fish tacos", "x", "", "", "x", "", ""), ("Vegetable lasagna", "x", "x", "x", "", "", ""),
      ("Chicken rice bowl", "", "", "", "", "x", ""), ("Pumpkin ravioli", "x", "x", "x", "", "", ""),
      ("Cider doughnut", "x", "x", "x", "", "", ""), ("Sloppy joe", "x", "", "", "", "x", ""))),
    ("The kitchen uses no nuts of any kind. Tell Joan Abernathy, kitchen manager, of any allergy before "
     "the first meal, telephone 555-0173, so that an allergen card can be written.",
     "Whitefish comes from the Pell Island cooperative, squash and apples from Sollars Farm, bread from "
     "the bakery on Cooper Lane. In September 41 percent of what we bought came from within thirty miles."),
    "2021-09-24",
)  # fmt: skip

MARCH_2022 = Month(
    "Lunch Menu · March 2022", _ENGLISH,
    (
        ((7, "Vegetable soup; tuna melt; apple"), (8, "Chicken drumstick; rice; peas"),
         (9, "Baked ziti; salad; orange"), (10, "Pulled pork roll; slaw; pear"), (11,
          "Whitefish sandwich; wedges; grapes")),
        ((14, "Omelet; hash browns; fruit cup"), (15, "Beef tacos; black beans; melon"),
         (16, "Chickpea curry; rice; mango"), (17, "Shepherd's pie; soda bread; apple"), (18,
          "Cheese pizza; carrots; plum")),
        ((21, "Minestrone; garlic toast; pear"), (22, "Turkey and gravy; mashed potato; corn"),
         (23, "Black bean burger; wedges; orange"), (24, "Chicken noodle bowl; broccoli; banana"),
         (25, "Lake perch; coleslaw; brownie")),
        ((28, "Pancakes; sausage; applesauce"), (29, "Pasta e fagioli; salad; grapes"),
         (30, "Meatballs; egg noodles; green beans"), (31, "Stuffed pepper; rice; peach cup"), (1,
          "Teacher day: no lunch")),
    ),
    (0.12, 0.42, 0.55),
    ("Milk is served with every meal. Oat milk may be ordered from the kitchen.",
     "Lunch is $3.05; reduced price $0.40; free for families on the county list."),
    ("Allergens in the dishes of the month", ("Dish", "Wheat", "Milk", "Egg", "Fish", "Soy", "Nuts"),
     (("Tuna melt", "x", "x", "", "x", "", ""), ("Baked ziti", "x", "x", "", "", "", ""),
      ("Chickpea curry", "", "", "", "", "", ""), ("Shepherd's pie", "", "x", "", "", "", ""),
      ("Black bean burger", "x", "", "x", "", "x", ""), ("Lake perch", "x", "", "x", "x", "", ""),
      ("Chicken noodle bowl", "x", "", "x", "", "x", ""), ("Brownie", "x", "x", "x", "", "", ""))),
    ("The kitchen uses no nuts of any kind. Tell Joan Abernathy, kitchen manager, of any allergy before the "
     "first meal, telephone 555-0173.",
     "From March 21 breakfast is served from 7:20 in the small hall: oatmeal, fruit, toast. It is free "
     "for everyone."),
    "2022-02-25",
)  # fmt: skip

AUTUMN_2022 = Month(
    "Menú de otoño · octubre de 2022", _SPANISH,
    (
        ((3, "Sopa de lentejas; pan integral; manzana"), (4, "Pollo asado; arroz; judías verdes"),
         (5, "Tortilla de patata; ensalada; uvas"), (6, "Albóndigas; puré de calabaza; pera"),
         (7, "Pescado blanco; patatas; macedonia")),
        ((10, "Día de los Fundadores: no hay clase"), (11, "Macarrones con tomate; ensalada; plátano"),
         (12, "Guiso de garbanzos; espinacas; naranja"), (13, "Tacos de pavo; maíz; melón"),
         (14, "Pizza de queso; zanahorias; arroz con leche")),
        ((17, "Crema de verduras; bocadillo de queso; manzana"), (18, "Estofado de ternera; pan; ciruela"),
         (19, "Arroz con pollo; guisantes; mandarina"), (20, "Lasaña de verduras; ensalada; compota"),
         (21, "Medio día: bolsa de almuerzo")),
        ((24, "Frijoles negros; arroz; piña"), (25, "Pavo en salsa; boniato; pera"),
         (26, "Sopa de pollo con fideos; pan; uvas"), (27, "Hamburguesa de lentejas; patatas; naranja"),
         (28, "Perca del lago; col; bizcocho de calabaza")),
    ),
    (0.52, 0.20, 0.16),
    ("Todas las comidas se sirven con leche. La ensalada del huerto puede sustituir al plato caliente.",
     "El almuerzo cuesta 3,05 dólares; precio reducido 0,40; gratis para las familias de la lista del "
     "condado."),
    ("Alérgenos de los platos del mes", ("Plato", "Trigo", "Leche", "Huevo", "Pescado", "Soja",
     "Frutos secos"),
     (("Tortilla de patata", "", "", "x", "", "", ""), ("Albóndigas", "x", "x", "x", "", "", ""),
      ("Pescado blanco", "", "", "", "x", "", ""), ("Guiso de garbanzos", "", "", "", "", "", ""),
      ("Lasaña de verduras", "x", "x", "x", "", "", ""), ("Hamburguesa de lentejas", "x", "", "", "", "x",
       ""),
      ("Arroz con leche", "", "x", "", "", "", ""), ("Bizcocho de calabaza", "x", "", "x", "", "", ""))),
    ("La cocina no utiliza frutos secos. Comunique cualquier alergia a Joan Abernathy, encargada de la "
     "cocina, antes de la primera comida, teléfono 555-0173.",
     "El comedor busca voluntarios que hablen español para los lunes de 11:30 a 13:00. Pregunte en la "
     "oficina de la escuela, calle Summit 80."),
    "2022-09-23",
)  # fmt: skip


def write_menu(month: Month, path: Path) -> None:
    """Draw one menu: the grid on a landscape sheet, the allergens behind it."""
    paper = Paper(month.title, "Kestrel Ferry School", month.dated, _LANDSCAPE)
    _grid(paper.add_sheet(), month)
    flow = Flow(paper, [Frame(54, 96, 738, 560)], lambda sheet, _: _band(sheet, month), Ink("sans", 11))
    title, heads, rows = month.allergens
    columns = [Column(heads[0], 3), *(Column(head, 1, "centre") for head in heads[1:])]
    table(
        flow,
        columns,
        rows,
        TableLook(ink=Ink("sans", 10.5), head_fill=month.colour, grid=True, pad=4.6),
        title,
    )
    for text in month.texts:
        flow.paragraph(text, after=8)
    paper.save(path)


def _band(sheet: Sheet, month: Month) -> None:
    sheet.box(0, 0, sheet.width, 66, fill=month.colour)
    sheet.text(54, 43, month.title, Ink("sans-bold", 24, WHITE))
    sheet.text(sheet.width - 54, 41, "Kestrel Ferry School", Ink("sans", 12, WHITE), "right")


def _grid(sheet: Sheet, month: Month) -> None:
    _band(sheet, month)
    left, top, width, height = 54.0, 84.0, 136.8, 100.0
    for column, head in enumerate(month.heads):
        sheet.text(
            left + (column + 0.5) * width, top + 12, head, Ink("sans-bold", 11, month.colour), "centre"
        )
    for row, week in enumerate(month.weeks):
        for column, (day, dishes) in enumerate(week):
            _day(
                sheet,
                left + column * width,
                top + 20 + row * height,
                (width, height),
                day,
                dishes.split("; "),
            )
    for number, note in enumerate(month.notes):
        sheet.text(54, 530 + number * 16, note, Ink("sans", 10))
    sheet.text(54, 588, "Joan Abernathy · 555-0173", SMALL)


def _day(
    sheet: Sheet, x: float, y: float, size: tuple[float, float], day: int, dishes: Sequence[str]
) -> None:
    sheet.box(x, y, x + size[0], y + size[1], edge=BLACK, weight=0.5)
    sheet.text(x + 6, y + 16, str(day), Ink("sans-bold", 12))
    ink = Ink("serif", 10.5)
    at = y + 32.0
    for dish in dishes:
        for line in ink.wrap(dish, size[0] - 14):
            sheet.text(x + 7, at, line, ink)
            at += 13
        at += 2
