/** A grid of common emoji with a search field, walked by arrow keys. */
import { TextInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { t } from "../i18n";
import { EMOJI } from "./emoji";

const COLUMNS = 8;

interface Props {
  hasIcon: boolean;
  onChoose: (icon: string | null) => void;
}

export default function EmojiGrid({ hasIcon, onChoose }: Props) {
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLowerCase();
  const found = wanted === "" ? EMOJI : EMOJI.filter(([, words]) => words.includes(wanted));
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: COLUMNS,
      ArrowUp: -COLUMNS,
    };
    const step = steps[event.key];
    const all = [...event.currentTarget.querySelectorAll("button")];
    const at = all.indexOf(event.target as HTMLButtonElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    all[Math.min(Math.max(at + step, 0), all.length - 1)]?.focus();
  };
  return (
    <div className="emoji">
      <TextInput
        aria-label={t("notes.icon.search")}
        placeholder={t("notes.icon.search")}
        value={typed}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && found[0]) onChoose(found[0][0]);
        }}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys walk among the buttons */}
      <div className="emoji-grid" onKeyDown={walk}>
        {found.map(([emoji, words], at) => (
          <button
            key={emoji}
            type="button"
            aria-label={words.split(" ")[0]}
            title={words.split(" ")[0]}
            tabIndex={at === 0 ? 0 : -1}
            onClick={() => onChoose(emoji)}
          >
            {emoji}
          </button>
        ))}
      </div>
      {found.length === 0 && <p className="emoji-none">{t("notes.icon.none")}</p>}
      {hasIcon && (
        <button type="button" className="notice-action" onClick={() => onChoose(null)}>
          {t("notes.icon.remove")}
        </button>
      )}
    </div>
  );
}
