"""What public pages say in English."""

from notesvc.domain.shares.words.said import Message, Words

WORDS = Words(
    skip="Skip to the text",
    search="Search",
    search_pages="Search these pages",
    found_nothing="No page holds all of these words.",
    pages="Pages",
    all_pages="All pages",
    no_pages="There are no pages here yet.",
    contents="Contents",
    previous="Previous",
    next="Next",
    previous_and_next="Previous and next page",
    untitled="Untitled",
    within={},
    password="Password",
    has_password="This page has a password",
    who_knows="Whoever sent you the link knows it.",
    open="Open",
    wrong_password="This is not the password. Try again.",
    open_page="Open the page",
    open_this_page="Open this page?",
    views={
        "left_one": "This page can be opened once more.",
        "left_other": "This page can be opened {{count}} more times.",
    },
    not_counted="Nothing is counted before you press the button.",
    nothing_here=Message("There is nothing here", "The link is wrong, or whoever shared this page shares it no more."),
    too_many=Message("Too many attempts", "Wait for a while, then try again."),
    not_now=Message("Not just now", "Something is wrong on the server. Try again in a few minutes."),
)
