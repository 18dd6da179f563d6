"""The Markdown around the inline grammar: what is skipped because nothing in it is a link."""

import re

# Each alternative begins with a literal character, which lets the engine skip all others quickly.
TRIGGER = re.compile(
    r"""
      \[ | \] | ` | < | \# | \$ | @ | ~~~
    | \\ (?: [!-/:-@\[-`{-~] (?: \\[!-/:-@\[-`{-~] )*+ )             # escaped punctuation
    | : (?: (?<=(?i:http:)) | (?<=(?i:https:)) ) // [^\s<>\[\]|`]*+  # a bare address
    | \. (?<=(?i:www\.)) (?<! \w.{4} ) [^\s<>\[\]|`]*+               # another
    """,
    re.VERBOSE | re.DOTALL,
)

BLOCK_END = re.compile(
    r"""
    \n
    (?=
        [ \t>]*+                   # in quotes and lists too
        (?: \n | \Z                # an empty line
          | \#{1,6} [ \t]          # a heading
          | [-*+] [ \t]            # an item
          | [0-9]{1,9} [.)] [ \t]  # a numbered item
          | \|                     # a row of a table
          | ``` | ~~~              # a fence
        )
    )
    """,
    re.VERBOSE,
)

FENCE = re.compile(
    r"""
    \n
    (?P<before> [ \t>]*+ )
    (?P<item> (?: (?: [-*+] | [0-9]{1,9} [.)] ) [ \t>]++ )*+ )
    (?P<run> `{3,}+ | ~{3,}+ )
    (?P<bare> [ \t\r]*+ (?= \n | \Z ) )?
    """,
    re.VERBOSE,
)

QUOTE_END = re.compile(r"\n(?![ \t]*+>)")

HTML = re.compile(
    r"""
    < (?:
        (?P<comment> !-- )
      | (?P<tag>
            / [A-Za-z][A-Za-z0-9-]*+ \s*+ >
          | (?P<name> [A-Za-z][A-Za-z0-9-]*+ )
            (?: \s++ [A-Za-z_:][\w.:-]*+                                         # an attribute
                (?: \s*+ = \s*+ (?: [^\s"'=<>`]++ | '[^']*+' | "[^"]*+" ) )?+
            )*+
            \s*+ /? >
        )
      | [A-Za-z][A-Za-z0-9+.-]{1,31}+ : [^\s<>]*+ >                              # an address
      | [^\s<>@]++ @ [^\s<>@]++ >                                                # a mail address
    )
    """,
    re.VERBOSE,
)

HTML_ENDS = {
    "comment": re.compile("-->"),
    "script": re.compile("</script", re.IGNORECASE),
    "style": re.compile("</style", re.IGNORECASE),
}

_PLAIN = r"[^\s()\\]*+ (?: \\. [^\s()\\]*+ )*+"
_PARENS_2 = rf"{_PLAIN} (?: \( {_PLAIN} \) {_PLAIN} )*+"
_PARENS_3 = rf"{_PLAIN} (?: \( {_PARENS_2} \) {_PLAIN} )*+"

TARGET = re.compile(
    rf"""
    \]\( \s*+
    (?: < (?P<angled> [^<>\n]*+ ) > | (?P<address> {_PARENS_3} ) )
    (?: \s++ (?: "[^"]*+" | '[^']*+' | \([^()]*+\) ) )?+       # a title
    \s*+ \)
    """,
    re.VERBOSE,
)

DEFINITION = re.compile(
    r"""
    (?: ^ | (?<=^[ ]) | (?<=^[ ]{2}) | (?<=^[ ]{3}) )
    \[ (?! \^ ) [^\[\]\n]{1,999}+ \]:         # a link's label; [^1]: is a footnote
    [ \t]*+ (?: <[^<>\n]*+> | \S++ )
    [ \t]*+ (?: ["'(] [^\n]*+ )?+ \r?$        # a title, and nothing else
    """,
    re.VERBOSE | re.MULTILINE,
)
