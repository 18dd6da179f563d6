import unicodedata

import pytest
from hypothesis import example, given, settings

from notesvc.text.fold import MAX_DISTINCT_BYTES, MAX_TOKEN, fold, fold_for_index, title_key, tokens
from tests.text.samples import HOSTILE, SCRIPTS, TEXT, vault_notes


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Don't panic: C++, a_b (2.5)!", "don t panic c a b 2 5"),
        ("Ein Café in der STRASSE, Straße", "ein cafe in der strasse strasse"),
        ("ŁÓDŹ Ærø œuvre đakovo İstanbul ısı", "lodz aero oeuvre dakovo istanbul isi"),
        ("ΟΔΟΣ Ёж", "οδοσ еж"),
        ("العَرَبِيَّة أحمد كـــتاب", "العربية احمد كتاب"),
        ("עִבְרִית", "עברית"),
        ("हिन्दी में", "हिन्दी में"),
        ("ﬁ ㎏ ① x² ½", "fi kg 1 x2 1 2"),
        ("co\u00adop می\u200cخواهم", "coop میخواهم"),
        ("\t\n…—\0_", ""),
        ("party🎉 👍🏽 👩\u200d💻 ❤\ufe0f 🇩🇪", "party 🎉 👍 👩 💻 ❤ 🇩 🇪"),
        ("", ""),
    ],
)
def test_it_folds_case_accents_and_forms(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("検索engine", "検 索 engine"),
        ("がギﾀﾞ", "が ギ ダ"),
        ("한국어", "한 국 어"),
        (unicodedata.normalize("NFD", "한국어 が"), "한 국 어 が"),
        ("𠮷野家", "𠮷 野 家"),
        ("ไทย", "ไ ท ย"),
        ("ที่", "ที่"),
        ("ກາ", "ກ າ"),
        ("ខ្មែរ", "ខ្ មែ រ"),
        ("မြန်မာ", "မြ န် မာ"),
        ("2026年", "2026 年"),
    ],
)
def test_it_makes_a_token_of_each_letter_of_a_script_without_spaces(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_it_cuts_long_words() -> None:
    assert tokens("a" * 100 + " é" + "é" * 99) == ["a" * MAX_TOKEN, "e" * MAX_TOKEN]


def test_it_drops_what_would_not_fit_the_index() -> None:
    words = [f"w{number}" for number in range(200_000)]
    kept = tokens(" ".join(words))
    assert kept == words[: len(kept)]
    assert MAX_DISTINCT_BYTES * 0.9 < sum(len(word) + 5 for word in kept) <= MAX_DISTINCT_BYTES


def test_it_keeps_a_long_text_of_few_words() -> None:
    assert len(tokens("the same words again " * 100_000)) == 400_000


def test_it_drops_what_would_not_fit_in_any_script() -> None:
    text = " ".join(chr(0x20000 + number % 40_000) * 2 + str(number) for number in range(200_000))
    kept = tokens(text)
    assert len(set(kept)) < len(set(text.split()))
    assert sum(len(word.encode()) + 5 for word in set(kept)) <= MAX_DISTINCT_BYTES


@settings(max_examples=300)
@given(TEXT)
@example("\u0345\u0301Α" * 3)
@example("ǰ̀ﬃ" * 40)
def test_folding_twice_changes_nothing(text: str) -> None:
    once = fold(text)
    assert fold(once) == once


@settings(max_examples=200)
@given(TEXT)
def test_composed_and_decomposed_text_folds_to_the_same(text: str) -> None:
    assert fold(unicodedata.normalize("NFD", text)) == fold(unicodedata.normalize("NFC", text))


@settings(max_examples=200)
@given(TEXT)
def test_tokens_are_short_and_never_empty(text: str) -> None:
    assert all(0 < len(token) <= MAX_TOKEN for token in tokens(text))
    assert " ".join(tokens(text)).split(" ") == (tokens(text) or [""])


@pytest.mark.parametrize("unit", HOSTILE)
def test_it_finishes_on_hostile_text(unit: str) -> None:
    for size in (1_000, 10_000, 200_000):
        assert isinstance(fold(unit * (size // len(unit))), str)


def test_the_fast_way_for_ascii_agrees_with_the_other() -> None:
    text = "".join(map(chr, range(128))) + " Some Words_and-more 12.5"
    assert tokens(text + " é")[:-1] == tokens(text)


@pytest.mark.parametrize("language", ["en", "ja", "ar"])
def test_it_folds_real_notes(language: str) -> None:
    for note in vault_notes(language):
        folded = fold(note)
        assert fold(folded) == folded
        assert folded


@pytest.mark.parametrize(
    ("title", "key"),
    [
        ("  My \t Note\n", "my note"),
        ("Straße", "strasse"),
        ("E\u0301té", "été"),
        ("İ", "i̇"),
        ("日本\u3000語", "日本 語"),
        ("", ""),
    ],
)
def test_a_title_key_ignores_case_and_white_space(title: str, key: str) -> None:
    assert title_key(title) == key


def test_a_title_key_keeps_accents_and_marks() -> None:
    assert title_key("résumé") != title_key("resume")
    assert title_key("C++") != title_key("C")


@settings(max_examples=200)
@given(TEXT)
def test_a_title_key_is_its_own_key(title: str) -> None:
    key = title_key(title)
    assert title_key(key) == key


def test_the_samples_fold_to_something() -> None:
    assert all(fold(sample) for sample in SCRIPTS)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("日本語\n全文 検索", "日 本 語 ¶ 全 文 ¶ 検 索"),
        ("検索。全文", "検 索 ¶ 全 文"),
        ("ภาษา ไทย", "ภ า ษ า ¶ ไ ท ย"),
        ("カ\u3099ム", "ガ ム"),
        ("plain words, 検 a 索", "plain words 検 a 索"),
        ("¶ a¶b", "a b"),
        ("not here: é", "not here e"),
    ],
)
def test_the_index_has_breaks_between_runs_without_spaces(text: str, tokens: str) -> None:
    assert fold_for_index(text) == tokens


@settings(max_examples=300)
@given(TEXT)
def test_but_for_breaks_the_index_has_the_same_tokens(text: str) -> None:
    assert [token for token in fold_for_index(text).split() if token != "¶"] == fold(text).split()
