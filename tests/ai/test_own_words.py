"""An answer is only the answer: whole, and cut anywhere."""

import pytest

from notesvc.ai.endpoint import Text
from notesvc.ai.own_words import OwnWords

MARK = "==0123456789ab=="
PROMPT = f"Instruction: Answer.\n\n{MARK}\nSome text of a note.\n{MARK}"

ANSWERS = {
    "plain": ("An answer.", "An answer."),
    "blanks": (" sat on the mat.\n", " sat on the mat.\n"),
    "think": ("<think>\nHm.\n</think>\n\nAn answer.", "An answer."),
    "thinking": ("<thinking>Hm.</thinking>An answer.", "An answer."),
    "empty thought": ("<think>\n\n</think>\n\nAn answer.", "An answer."),
    "unopened": ("Hm, the user wants it.\n</think>\n\nAn answer.", "An answer."),
    "unclosed": ("<think>\nHm, and so on", ""),
    "two thoughts": ("<think>a</think>An <think>b</think>answer.", "An answer."),
    "magistral": ("[THINK]Hm.[/THINK]An answer.", "An answer."),
    "kimi": ("◁think▷Hm.◁/think▷An answer.", "An answer."),
    "cohere": (
        "<|START_THINKING|>Hm.<|END_THINKING|><|START_RESPONSE|>An answer.<|END_RESPONSE|>",
        "An answer.",
    ),
    "gemma": ("<|channel>thought\nHm.<channel|>An answer.<turn|>", "An answer."),
    "gemma 3": ("<start_of_turn>model\nAn answer.<end_of_turn>\n<start_of_turn>user\nMore?", "An answer."),
    "harmony": (
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>An answer.<|return|>",
        "An answer.",
    ),
    "harmony, final alone": ("<|channel|>final<|message|>An answer.<|return|>", "An answer."),
    "chatml": ("<|im_start|>assistant\nAn answer.<|im_end|>\n<|im_start|>user\nMore", "An answer."),
    "llama": ("<|start_header_id|>assistant<|end_header_id|>\n\nAn answer.<|eot_id|>", "An answer."),
    "deepseek": ("<｜Assistant｜><think>Hm.</think>An answer.<｜end▁of▁sentence｜>", "An answer."),
    "role": ("assistant: An answer.", "An answer."),
    "role line": ("assistant\n\nAn answer.", "An answer."),
    "role heading": ("### Response:\nAn answer.", "An answer."),
    "fence": ("```markdown\n# An answer\n\n- a\n```", "# An answer\n\n- a"),
    "bare fence": ("```\nAn answer.\n```\n", "An answer."),
    "fence with code": ("````md\n```sh\nls\n```\nso\n````", "```sh\nls\n```\nso"),
    "thought and fence": ("<think>Hm.</think>\n```md\nAn answer.\n```", "An answer."),
    "no fence around all": ("```\nls\n```\nlists files.", "```\nls\n```\nlists files."),
    "code": ("```python\nprint()\n```", "```python\nprint()\n```"),
    "quoted prompt": (f"{PROMPT}\n\nAn answer.", "An answer."),
    "quoted marks": (f"{MARK}\nAn answer.\n{MARK}", "An answer.\n"),
    "preface": ("Sure! Here it is:\n\nAn answer.", "Sure! Here it is:\n\nAn answer."),
    "the word": ("assistants are people.", "assistants are people."),
    "in code": ("Close it with `</think>`, as `<think>` says.", "Close it with `</think>`, as `<think>` says."),
    "in a fence": ("So:\n```\n<|im_start|>user\n```\nThat is it.", "So:\n```\n<|im_start|>user\n```\nThat is it."),
    "less": ("a < b, [A], x == y and <b>c</b>", "a < b, [A], x == y and <b>c</b>"),
}


def told(*parts: str, prompt: str = PROMPT) -> str:
    own = OwnWords(prompt)
    text = ""
    for piece in (piece for part in parts for piece in own.feed(part)):
        text = piece.text if piece.anew else text + piece.text
    for piece in own.end():
        text = piece.text if piece.anew else text + piece.text
    return text


@pytest.mark.parametrize("name", ANSWERS)
def test_what_marks_set_apart_is_no_part_of_an_answer(name: str) -> None:
    answer, own = ANSWERS[name]
    assert told(answer) == own
    assert told(*answer) == own
    for at in range(len(answer) + 1):
        assert told(answer[:at], answer[at:]) == own, at


def test_signs_that_could_begin_a_fence_are_not_held_for_ever() -> None:
    assert list(OwnWords("").feed("`" * 30)) == [Text("`" * 30)]


def test_a_mark_that_the_prompt_speaks_of_is_text() -> None:
    answer = "It ends with </think> there."
    assert told(*answer, prompt="What is </think>?") == answer


def test_thoughts_are_told_neither_before_nor_after() -> None:
    own = OwnWords(PROMPT)
    assert [piece for sign in "<think>Secret.</think>" for piece in own.feed(sign)] == []
    assert [*own.feed("So."), *own.end()] == [Text("So.")]


def test_thoughts_that_nothing_opened_are_taken_back() -> None:
    own = OwnWords("")
    assert [*own.feed("Secret. "), *own.feed("</think>So."), *own.end()] == [
        Text("Secret. "),
        Text("", anew=True),
        Text("So."),
    ]
