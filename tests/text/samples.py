"""Texts that the tests of the text leaves share."""

import zipfile

from hypothesis import strategies as st

from tests.places import vaults

SCRIPTS = [
    "Ein Café in der Straße, ŁÓDŹ und İstanbul",
    "検索エンジンを作る。ガギグ、한국어 검색",
    "العَرَبِيَّة لغة أحمد",
    "ภาษาไทยน้ำ ກາ ខ្មែរ မြန်မာ",
    "हिन्दी में खोज",
    "עִבְרִית, ελληνικά ΟΔΟΣ, русский Ёж",
    "a\u0301e\u0308 が ½ ㎏ ① ﬁ 👩‍👩‍👧 𝔘𝔫𝔦",
]

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=200) | st.sampled_from(SCRIPTS)

MARKDOWN = st.lists(
    st.sampled_from(
        [
            *["[[", "]]", "[", "](", ")", "#", "$", "@", "`", "```", "~~~", "\n", " ", "\\", "|", "<", ">", "!", "/"],
            *["ab", "Ann", "日本", "é", "https://x.y", "note://", "0190aaaa-0000-7000-8000-00000000000a", "<!--"],
            *["-->", "- ", "> ", "<a b='", '"', "\u0301", "1", "-", "_", ".", "&", "www.x"],
        ]
    ),
    max_size=40,
).map("".join)

HOSTILE = [
    *["[", "[[", "`", "` ", "`` ` ", "#", "# ", "$", "$a ", "<", "](", "[](", "[a](", "\\", "\\["],
    *["~~~\n", "```\n", "> ```\n", "> ```\n> ```\n", "- ", '<a b="', "<a b='", "<!--", "<a ", "@a ", "www."],
    *["http://", "[[a|", "[[a#", "[[a|[", "![[", '](x "', "]((", "](()", "]", "#a/", "\n[x]: ", "\n\n", "x"],
    *["\u0301", "#\u0301", "<script>", "````\n```\n", "   \n", "検", "か\u3099", '"', "(", "*", "\0"],
    *["$a [", "$[a]", "$a (", "$$ $ \n", "$$ a\n"],
]
"""Units that made some parser or other take quadratic time when repeated."""


def vault_notes(language: str) -> list[str]:
    """The Markdown files of a sample vault."""
    with zipfile.ZipFile(vaults() / f"vault-{language}.zip") as archive:
        return [archive.read(name).decode() for name in archive.namelist() if name.endswith(".md")]
