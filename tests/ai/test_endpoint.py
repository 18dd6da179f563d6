"""What is an address of a provider, and what is a name of a model."""

import pytest

from notesvc.ai.endpoint import is_base_url, is_model


@pytest.mark.parametrize(
    "text",
    ["ftp://a.example", "https://", "https://u:p@a.example", "https://a.example?x=1", "https://a.example#x",
     "a.example", "https://a.example\\@b", "https://a b.example", "https://a.example:99999", "https://a\n.example",
     "h" * 600],
)  # fmt: skip
def test_what_is_no_address_is_none(text: str) -> None:
    assert not is_base_url(text)


def test_an_address_has_a_host_and_may_have_a_path() -> None:
    assert all(map(is_base_url, ["https://a.example", "http://localhost:1234/v1", "https://[2606::1]/openai/v1"]))


def test_a_model_is_named_in_letters_that_show() -> None:
    assert all(map(is_model, ["gpt-9", "qwen3:4b", "meta-llama/Llama-4", "/models/x.gguf", "C:\\x y.gguf"]))
    assert not any(map(is_model, ["", " x", "x\n", "x" * 201, "\0"]))
