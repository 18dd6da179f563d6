"""What the administrator may say about language models."""

from ipaddress import ip_network
from pathlib import Path

import pytest

from notesvc.config import Settings
from notesvc.errors import SettingError
from tests.conftest import settings_of

SECRET = "sk-hidden-word"


def ai(instance: Path, **chosen: str) -> Settings:
    return settings_of(instance, **{f"NOTESVC_AI_{name}": value for name, value in chosen.items()})


def test_every_setting_is_read(instance: Path) -> None:
    found = ai(
        instance,
        PROVIDER="compatible",
        KEY=SECRET,
        BASE_URL="https://models.example.org/v1/",
        MODEL="small, large:free",
        ADDRESSES="openai=https://gateway.example.org/openai/v1, google=http://10.0.0.1:8080",
        NETWORKS="127.0.0.0/8 ::1",
        DAILY_TOKENS="1000",
        MONTHLY_TOKENS="20000",
        PRICES="small=0.5/2, large:free=0/0.25",
        ANONYMOUS="no",
    )
    assert SECRET not in repr(found)
    assert (found.ai_provider, found.ai_key, found.ai_base_url) == (
        "compatible",
        SECRET,
        "https://models.example.org/v1",
    )
    assert found.ai_model == ("small", "large:free")
    assert found.ai_addresses == {"openai": "https://gateway.example.org/openai/v1", "google": "http://10.0.0.1:8080"}
    assert found.ai_networks == (ip_network("127.0.0.0/8"), ip_network("::1/128"))
    assert (found.ai_daily_tokens, found.ai_monthly_tokens, found.ai_anonymous) == (1_000, 20_000, False)
    assert found.ai_prices == {"small": (0.5, 2), "large:free": (0, 0.25)}


def test_nothing_needs_to_be_set(instance: Path) -> None:
    found = ai(instance)
    assert (found.ai_provider, found.ai_networks, found.ai_daily_tokens, found.ai_anonymous) == (None, (), 0, True)


@pytest.mark.parametrize(
    ("chosen", "named"),
    [
        ({"PROVIDER": "other"}, "AI_PROVIDER"),
        ({"PROVIDER": "openai", "MODEL": "m"}, "AI_KEY"),
        ({"PROVIDER": "openai", "KEY": SECRET}, "AI_MODEL"),
        ({"PROVIDER": "openai", "KEY": SECRET, "MODEL": "m", "BASE_URL": "https://x.org"}, "AI_ADDRESSES"),
        ({"PROVIDER": "compatible", "MODEL": "m"}, "AI_BASE_URL"),
        ({"PROVIDER": "compatible", "MODEL": "m", "BASE_URL": f"https://u:{SECRET}@x.org"}, "AI_BASE_URL"),
        ({"PROVIDER": "compatible", "MODEL": "m", "BASE_URL": f"https://x.org?key={SECRET}"}, "AI_BASE_URL"),
        ({"PROVIDER": "compatible", "MODEL": "m", "BASE_URL": "ftp://x.org"}, "AI_BASE_URL"),
        ({"PROVIDER": "ollama", "MODEL": "m" * 201}, "AI_MODEL"),
        ({"PROVIDER": "ollama", "MODEL": "m", "KEY": f"{SECRET} {SECRET}"}, "AI_KEY"),
        ({"KEY": SECRET}, "AI_KEY"),
        ({"MODEL": "m"}, "AI_MODEL"),
        ({"ADDRESSES": "ollama=https://x.org"}, "AI_ADDRESSES"),
        ({"ADDRESSES": "https://x.org"}, "AI_ADDRESSES"),
        ({"NETWORKS": "10.0.0.1/8"}, "AI_NETWORKS"),
        ({"NETWORKS": "localhost"}, "AI_NETWORKS"),
        ({"DAILY_TOKENS": "-1"}, "AI_DAILY_TOKENS"),
        ({"PRICES": "m=1"}, "AI_PRICES"),
        ({"PRICES": "m=1/x"}, "AI_PRICES"),
    ],
)
def test_what_is_no_setting_stops_the_start_by_its_name(instance: Path, chosen: dict[str, str], named: str) -> None:
    with pytest.raises(SettingError, match=f"NOTESVC_{named}") as refused:
        ai(instance, **chosen)
    assert SECRET not in str(refused.value)
