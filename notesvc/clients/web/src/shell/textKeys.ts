/** What is pressed while the caret is in a note, on both surfaces alike. */
import { t } from "../i18n";
import { shown } from "./commands";

export const keysOfText = (): [string, string][] => [
  [t("editor.tools.bold"), shown("mod+b")],
  [t("editor.tools.italic"), shown("mod+i")],
  [t("shell.keys.strike"), shown("mod+shift+x")],
  [t("editor.tools.highlight"), shown("mod+shift+h")],
  [t("editor.tools.sub"), shown("mod+shift+,")],
  [t("editor.tools.sup"), shown("mod+shift+.")],
  [t("shell.keys.code"), shown("mod+shift+e")],
  [t("shell.keys.link"), shown("mod+k")],
  [t("shell.keys.in"), "Tab"],
  [t("shell.keys.out"), shown("shift+Tab")],
  [t("shell.keys.leave"), t("shell.keys.inTurn", { first: "Esc", second: "Tab" })],
  [t("shell.keys.below"), shown("mod+Enter")],
  [t("shell.keys.source"), shown("alt+Enter")],
  [t("shell.keys.moveBlock"), `${shown("alt+shift+ArrowUp")} ${shown("alt+shift+ArrowDown")}`],
  [t("shell.keys.goOn"), "Enter"],
  [t("shell.keys.line"), shown("shift+Enter")],
];
