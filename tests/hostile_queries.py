"""Queries that nobody should send: by kind, some six hundred, made of signs, limits and half sentences."""

from __future__ import annotations

from itertools import product

_WORDS = ("kernel", "revenue")
_FIELDS = ("text", "document", "page", "path", "id", "content", "filename", "_stored", "*")
_SPACES = ("", " ", "\t", "\r\n", "\u00a0", "\u200b", "\u3000", "\ufeff", "\u2028", "\x00", "\x1b[31m")
_QUOTES = ('"', "'", "“", "”", "„", "«", "`", "「")
_OPERATORS = (
    "AND",
    "OR",
    "NOT",
    "and",
    "Or",
    "&&",
    "||",
    "!",
    "+",
    "-",
    "ANDNOT",
    "ANDMAYBE",
    "REQUIRE",
    "NEAR/3",
)
_WILD = ("*", "**", "?", "?*", "*?", "*?*", "?*?", "*a*", "*e*", "*s", "e*", "*?e", "a*a*a*a*a*b", "*a" * 30)
_TEXTS = (
    "日本語 報告*",
    "報*告",
    "кернел OR ΚΕΡΝΕΛ",
    "שלום עולם",
    "\u202eabc\u202c",
    "😀*",
    "👨\u200d👩\u200d👧",
    "e\u0301" * 300,
    "a" + "\u0301" * 900,
    "\ud800 kernel",
    "\udfff*",
    "\U0010ffff\ue000",
    "İstanbul ẞ ſ Ω ½ ² ﷺ",
    "ﷺ" * 55,
    "ไทย*",
    "한국어 ᄒ\u1161ᆫ",
    "zalgo z\u0335\u031b\u0308\u0321a",
    "NBSP\u00a0AND\u00a0kernel",
    "ＡＮＤ ＯＲ",
)
_CODE = (
    "C++ C# .NET AT&T R&D $100 50% #1 A/B 10-K 1,234.56 §4(a)(2)",
    "what is the total revenue in 2019?",
    "Who is the head of Acme??",
    "'; DROP TABLE pages;--",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "C:\\temp\\x",
    "${jndi:ldap://x}",
    "{{7*7}}",
    "%00%s%n",
    "\\x00\\u0041",
    "SELECT * FROM x",
    "(a+)+$",
    "^(a|aa)+$",
    "/ker.*/",
    'r"(a+)+b"',
    "k[ae]rnel",
    "[a-z]*",
    "kernel~2 OR kernel^0",
    "x^2+y^2=z^2",
    "[a TO z]",
    "{a TO z}",
    "[TO]",
    "page:[1 TO 5]",
    ">5",
    "12:30",
    "std::vector",
    "https://x.org/a?b=c&d=*",
    "total rev-\nenue",
)
_LONG = (
    "a " * 400,
    "kernel " * 5000,
    " OR ".join(["kernel"] * 1000),
    " OR ".join(f"w{number}" for number in range(64)),
    " OR ".join(f"w{number}" for number in range(65)),
    " AND ".join("ab*" for _ in range(64)),
    " OR ".join(f"{letter}{other}*" for letter, other in product("aeiost", "aeinort")),
    " OR ".join(f"*{letter}{other}" for letter, other in product("aeiost", "aeinort")),
    " OR ".join(f"*{letter}{other}*" for letter, other in product("aeiost", "aeinort")),
    " ".join(f"?{letter}*{other}*" for letter, other in product("aeiost", "aeinort")),
    " OR ".join(f"{letter}{other}*" for letter, other in product("qxzj", "ae")),
    " OR ".join(f"*a?{letter}?{other}*" for letter, other in product("eiou", "xz")),
    " OR ".join(f"?{letter}*{other}*9" for letter, other in product("aeio", "st")),
    " ".join(f'"the {letter}"' for letter in "abcdefghijklmnopqrstuvwxyz"),
    '"' + "the of " * 30 + '"',
    '"' + "a b " * 2000 + '"',
    "a" * 1000,
    "a" * 100_000,
    "*" + "a" * 900,
    "?" * 1000,
    "*" * 1000,
    "a*" * 400,
    "NOT " * 249 + "ok",
    "NOT(" * 249,
    "NOT the " * 60,
    " OR ".join(f"NOT w{number}" for number in range(60)),
    "(" * 1000,
    ")" * 1000,
    "(" * 490 + "kernel" + ")" * 490,
    "()" * 500,
    '"' * 999,
    "'" * 1000,
    "\\" * 1000,
    ":" * 1000,
    "a:" * 500,
    "1," * 500,
    "1,111" * 200,
    "1.1" * 300,
    "4(a)" * 250,
    "(a)(b)" * 160,
    "報" * 64,
    "報" * 1000,
    "re-\n" * 200,
)


def hostile_queries() -> list[str]:
    """All of them, each once."""
    one, two = _WORDS
    queries: list[str] = [*_SPACES, *_TEXTS, *_CODE, *_LONG]
    for sign in "()[]{}<>*?^~\\/|&!@#$%=+-_.,:;'\"`§€":
        queries += [sign, sign * 3, f"{sign} {sign}"]
    for quote in _QUOTES:
        queries += [
            quote,
            quote * 2,
            f"{quote}a",
            f"a{quote}",
            f"{quote}{one} {two}",
            f"{quote}ker* {two}{quote}",
        ]
    for left, right in product(_OPERATORS, repeat=2):
        queries.append(f"{one} {left} {right} {two}")
    for operator in _OPERATORS:
        queries += [
            operator,
            f"{operator} {one}",
            f"{one} {operator}",
            f"({operator})",
            f'"{operator}" {operator}',
        ]
    for wild in _WILD:
        queries += [
            wild,
            f"{one} {wild}",
            f"NOT {wild}",
            f"({wild})",
            f"{one} OR {wild}",
            f'"{wild}"',
            f"co{wild}",
        ]
    for field in _FIELDS:
        queries += [
            f"{field}:{one}",
            f"{field}:",
            f":{field}",
            f"{field}:*",
            f'{field}:"{one} {two}"',
            f"{field}:(a b)",
        ]
        queries += [f"{field}:[a TO z]", f"{field}:>=1", f"{field}:{field}:{one}", f"NOT {field}:{one}"]
    for depth in (1, 19, 20, 21, 60):
        queries += ["(" * depth + one, one + ")" * depth, "(" * depth + f"{one} OR {two}" + ")" * depth]
        queries.append("".join(f"({one} AND ({two} OR " for _ in range(depth)) + one)
    return list(dict.fromkeys(queries))
