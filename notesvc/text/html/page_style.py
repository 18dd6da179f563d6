"""The style of what `page.render` makes, as CSS for whoever serves it; its colours are variables to be set anew."""

_LIGHT = """\
  --note-quiet: oklch(45% 0.014 70);
  --note-line: oklch(25% 0.012 70 / 46%);
  --note-sunk: oklch(95.4% 0.008 85);
  --note-mark: oklch(88% 0.12 92);
  --note-blue: oklch(46% 0.13 255);
  --note-teal: oklch(44% 0.11 195);
  --note-green: oklch(44% 0.1 150);
  --note-orange: oklch(46% 0.1 60);
  --note-red: oklch(48% 0.17 27);
  --note-pink: oklch(48% 0.16 350);
  --note-violet: oklch(46% 0.14 295);
"""
_DARK = """\
  --note-quiet: oklch(75% 0.011 82);
  --note-line: oklch(91% 0.008 85 / 46%);
  --note-sunk: oklch(17% 0.007 70);
  --note-mark: oklch(45% 0.1 92);
  --note-blue: oklch(78% 0.1 255);
  --note-teal: oklch(80% 0.1 195);
  --note-green: oklch(78% 0.1 150);
  --note-orange: oklch(80% 0.09 70);
  --note-red: oklch(76% 0.13 25);
  --note-pink: oklch(76% 0.12 350);
  --note-violet: oklch(78% 0.11 295);
"""
COLOURS = f":root {{\n{_LIGHT}}}\n@media (prefers-color-scheme: dark) {{\n:root {{\n{_DARK}}}\n}}\n"
"""What the others need; the second half is for a dark page."""

NOTE = """\
code, pre { font-family: ui-monospace, "JetBrains Mono", monospace; font-size: 0.875em; unicode-bidi: isolate }
pre { overflow-x: auto; overflow-wrap: normal; tab-size: 4; padding: 0.75rem 1rem; border-radius: 6px;
  background: var(--note-sunk) }
pre code { font-size: 1em }
pre.plain { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; background: none; padding: 0;
  font: inherit }
hr { border: 0; border-block-start: 1px solid var(--note-line) }
mark { background: var(--note-mark); color: inherit }
.align-left { text-align: left }
.align-center { text-align: center }
.align-right { text-align: right }
.missing, .footnotes ~ ol, .embedded-title { color: var(--note-quiet) }
.footnotes ~ ol { font-size: 0.875em }
sup.footnote { line-height: 0 }
.task, .toggle { list-style: none }
.task > label > input, .task > p > label > input { margin-inline: -1.5em 0.5em; vertical-align: -0.1em }
.toggle > details { margin-inline-start: -1.2em }
.toggle > details > :not(summary) { margin-inline-start: 1.2em }
summary { cursor: pointer }
.callout { --callout: var(--note-blue); margin-block: 0.5rem; padding: 0.5rem 1rem; border-radius: 6px;
  background: color-mix(in oklch, var(--callout) 8%, transparent) }
.callout > :last-child { margin-block-end: 0 }
.callout > .callout-title + * { margin-block-start: 0.25rem }
.callout-title { margin-block: 0; font-weight: 600; color: var(--callout) }
.callout-tip, .callout-hint, .callout-important { --callout: var(--note-teal) }
.callout-success, .callout-check, .callout-done { --callout: var(--note-green) }
.callout-question, .callout-help, .callout-faq, .callout-warning, .callout-caution, .callout-attention
  { --callout: var(--note-orange) }
.callout-failure, .callout-fail, .callout-missing, .callout-danger, .callout-error, .callout-bug
  { --callout: var(--note-red) }
.callout-example { --callout: var(--note-violet) }
.callout-quote, .callout-cite { --callout: var(--note-quiet) }
.embedded { margin-block: 1rem; padding-inline-start: 1rem; border-inline-start: 3px solid var(--note-line) }
.embedded-title { margin-block: 0; font-size: 0.875em }
.diagram { margin: 0.5rem 0; overflow-x: auto }
video, audio { max-width: 100% }
@media print { details::details-content { content-visibility: visible; height: auto } pre { white-space: pre-wrap } }
"""

CODE = """\
.c { color: var(--note-quiet) }
.k, .kt, .ow, .nt { color: var(--note-pink) }
.s, .gi { color: var(--note-green) }
.l, .m, .kc, .no, .se, .si { color: var(--note-blue) }
.nb, .nc, .nd, .ne, .nf { color: var(--note-violet) }
.na, .nv { color: var(--note-orange) }
.gd { color: var(--note-red) }
.c, .ge { font-style: italic }
.gh, .gu, .gs { font-weight: 600 }
"""
"""Of the words in code blocks, by Pygments' short names for their kinds."""

FONT = "STIX Two Math"

MATHS = f"""\
math {{ font-family: "{FONT}", math; font-size: 1.1em }}
.formula-block {{ display: block; overflow: auto hidden; padding-block: 0.5rem }}
.m-left {{ text-align: left; justify-items: start }}
.m-right {{ text-align: right; justify-items: end }}
.m-line-above {{ border-top: 0.05em solid currentcolor }}
.m-line-below {{ border-bottom: 0.05em solid currentcolor }}
.m-line-left {{ border-left: 0.05em solid currentcolor }}
.m-line-right {{ border-right: 0.05em solid currentcolor }}
.m-dashes-above {{ border-top: 0.05em dashed currentcolor }}
.m-dashes-below {{ border-bottom: 0.05em dashed currentcolor }}
.m-dashes-left {{ border-left: 0.05em dashed currentcolor }}
.m-dashes-right {{ border-right: 0.05em dashed currentcolor }}
.m-tight-left {{ padding-left: 0 }}
.m-tight-right {{ padding-right: 0 }}
.m-tight-above {{ padding-top: 0 }}
.m-tight-below {{ padding-bottom: 0 }}
.m-near-left {{ padding-left: 0.1em }}
.m-near-right {{ padding-right: 0.1em }}
.m-far-left {{ padding-left: 1em }}
.m-wide {{ width: 100% }}
.m-half {{ width: 50% }}
.m-indent {{ width: 7.5% }}
.m-compact {{ math-shift: compact }}
.math-core-sans-serif-font {{ font-family: ui-sans-serif, sans-serif }}
.math-core-serif-font {{ font-family: ui-serif, serif }}
menclose {{ position: relative }}
menclose[notation~="box"] {{ border: 0.05em solid currentcolor; padding: 0.15em }}
menclose[notation~="actuarial"] {{ border-block-start: 0.05em solid currentcolor;
  border-inline-end: 0.05em solid currentcolor; padding: 0.15em }}
menclose[notation~="phasorangle"] {{ border-block-end: 0.05em solid currentcolor; padding-inline-start: 0.3em }}
.menclose-updiagonalstrike, .menclose-downdiagonalstrike {{ position: absolute; inset: 0 }}
.menclose-updiagonalstrike {{ background: linear-gradient(to bottom right, transparent calc(50% - 0.04em),
  currentcolor calc(50% - 0.03em) calc(50% + 0.03em), transparent calc(50% + 0.04em)) }}
.menclose-downdiagonalstrike {{ background: linear-gradient(to bottom left, transparent calc(50% - 0.04em),
  currentcolor calc(50% - 0.03em) calc(50% + 0.03em), transparent calc(50% + 0.04em)) }}
"""


def font_face(address: str) -> str:
    """The font for formulas at that address: without it brackets do not grow."""
    return f'@font-face {{ font-family: "{FONT}"; font-display: swap; src: url("{address}") format("woff2") }}\n'
