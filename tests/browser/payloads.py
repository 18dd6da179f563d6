"""Hostile text that tells when it runs, and a page that shows many of them, each in a document of its own."""

import json
from collections.abc import Mapping, Sequence

from tests.browser.network import RAN, Page
from tests.text.hostile_html import MARKUP

# What a person or the page itself might set off.
POKE = """
const events = ["click", "mouseover", "mouseenter", "pointerenter", "focus", "blur", "input", "change", "toggle",
  "error", "load", "start", "begin", "end", "animationstart", "animationend", "transitionend", "scroll", "keydown"];
const followed = ["http:", "https:", "mailto:", "note:", "file:", "about:", ":"];
const poke = (page) => {
  for (const element of page.querySelectorAll("*")) {
    for (const event of events) element.dispatchEvent(new Event(event));
    const href = element.href && element.href.baseVal !== undefined ? element.href.baseVal : element.href;
    if (typeof href === "string" && href && !followed.includes(new URL(href, "http://x").protocol)) {
      element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: page.defaultView }));
    }
    if (element.matches("button, input, summary")) element.click();
  }
};
"""
SHOW_ALL = (
    POKE
    + """
const shown = (html) => new Promise((done) => {
  const frame = document.createElement("iframe");
  frame.onload = () => done(frame);
  frame[html.startsWith("/") ? "src" : "srcdoc"] = html;
  document.body.append(frame);
});
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
let count = 0;
for (let at = 0; at < pages.length; at += 30) {
  const frames = await Promise.all(pages.slice(at, at + 30).map(shown));
  for (const page of frames.map((frame) => frame.contentDocument).filter(Boolean)) {
    count += page.querySelectorAll("body > section").length;
    poke(page);
  }
  await pause(100);
  frames.forEach((frame) => frame.remove());
}
await fetch("/last");
return count;
"""
)
# Where scripts are forbidden altogether, timers are, too.
POKE_AT_ONCE = POKE + "poke(document); return document.title;"
POKE_THIS = POKE + "poke(document); await new Promise((done) => setTimeout(done, 50)); return document.title;"


def armed(payload: str, name: str) -> str:
    """The payload whose `alert(1)` asks the network for `name` instead, without a quote or a space more."""
    codes = ",".join(str(ord(letter)) for letter in f"{RAN}/{name}")
    return payload.replace("alert(1)", f"fetch(String.fromCharCode({codes}))")


def markup() -> dict[str, str]:
    """Every vector that is markup, armed, by a name."""
    return {f"v{number}": armed(vector, f"v{number}") for number, vector in enumerate(MARKUP)}


def together(bodies: Sequence[tuple[str, str]], in_each: int = 1) -> dict[str, Page]:
    """The pages to be opened to see all the bodies, so many in each document, every one in a section of its own.

    An `alert` that is called nevertheless tells the name of the first in the document.
    """
    documents = [
        f"<!DOCTYPE html><meta charset=utf-8><script>alert = () => fetch('{RAN}/{part[0][0]}')</script><body>"
        + "".join(f"<section>{body}</section>" for _, body in part)
        for part in (bodies[at : at + in_each] for at in range(0, len(bodies), in_each))
    ]
    return _host(documents)


def apart(bodies: Mapping[str, str], policy: str) -> dict[str, Page]:
    """The pages to be opened to see each body as a page of its own under that policy."""
    pages = {f"/{name}": Page(body.encode(), policy=policy) for name, body in bodies.items()}
    return {**_host(list(pages)), **pages}


def _host(documents: list[str]) -> dict[str, Page]:
    """The page that shows documents, or addresses of them, in frames."""
    script = f"const pages = {json.dumps(documents)};".replace("<", "\\u003c")
    host = f"<!DOCTYPE html><meta charset=utf-8><body><script>{script}</script>"
    return {"/all": Page(host.encode()), "/last": Page(b"")}
