"""Addresses that lead somewhere else than they seem to."""

HOSTILE = """
//evil.example
///evil.example
////evil.example
/\\evil.example
\\\\evil.example
\\/evil.example
/\\/evil.example
https:evil.example
https://evil.example
https:/evil.example
HTTPS://evil.example
http://notes.example.org@evil.example
javascript:alert(1)
JaVaScRiPt:alert(1)
data:text/html,x
vbscript:x
evil.example
@evil.example
.evil.example
./evil.example
../evil.example
/%2f%2fevil.example
/%2fevil.example
/%5cevil.example
%2f%2fevil.example
/%5C%5Cevil.example
/%09/evil.example
/%0a/evil.example
/%0d%0aSet-Cookie:x=y
/%00/evil.example
/..//evil.example
/.//evil.example
/x//evil.example
/%2e%2e//evil.example
?next=//evil.example
#//evil.example
/é
""".strip().splitlines()
CONTROLS = [
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r\nLocation: x",
    "\t//evil.example",
    " //evil.example",
    "/\x00/x",
    "/\x7f/x",
    "/" + "x" * 3_000,
    "",
]
