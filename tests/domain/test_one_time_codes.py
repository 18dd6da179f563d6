"""One-time codes are those of RFC 6238."""

import base64

import pytest

from notesvc.domain.accounts import one_time_codes

SECRET = base64.b32encode(b"12345678901234567890").decode()


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "287082"),
        (1_111_111_109, "081804"),
        (1_111_111_111, "050471"),
        (1_234_567_890, "005924"),
        (2_000_000_000, "279037"),
        (20_000_000_000, "353130"),
    ],
)
def test_they_are_those_of_the_rfcs_appendix(seconds: int, code: str) -> None:
    assert one_time_codes.code_at(SECRET, seconds // 30) == code
    assert one_time_codes.step_of(SECRET, code, seconds) == seconds // 30


def test_a_code_of_the_step_before_or_after_is_good_and_no_other() -> None:
    code = one_time_codes.code_at(SECRET, 1_000)
    good = [step for step in range(990, 1_010) if one_time_codes.step_of(SECRET, code, step * 30)]
    assert good == [999, 1_000, 1_001]


@pytest.mark.parametrize("code", ["", "12345", "1234567", "abcdef", "１２３４５６", "-12345"])
def test_what_is_no_code_fits_nothing(code: str) -> None:
    assert one_time_codes.step_of(SECRET, code, 59) is None


def test_secrets_differ_and_fill_the_hash() -> None:
    assert len({one_time_codes.new_secret() for _ in range(50)}) == 50
    assert len(base64.b32decode(one_time_codes.new_secret())) == 20


def test_the_address_holds_no_more_than_it_should() -> None:
    found = one_time_codes.address(SECRET, "a&secret=x@example.org")
    assert found == f"otpauth://totp/notesvc:a%26secret%3Dx%40example.org?secret={SECRET}&issuer=notesvc&digits=6"
