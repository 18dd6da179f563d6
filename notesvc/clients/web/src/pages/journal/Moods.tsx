/** How the day was, if one likes to say so: five steps, or nothing. */
import { t } from "../../i18n";
import type { Words } from "../../i18n/keys";
import "./moods.css";

export type Mood = 1 | 2 | 3 | 4 | 5;

const MOODS: [mood: Mood, sign: string, name: keyof Words["pages"]["mood"]][] = [
  [1, "😞", "bad"],
  [2, "🙁", "poor"],
  [3, "😐", "fair"],
  [4, "🙂", "good"],
  [5, "😊", "great"],
];

interface Props {
  mood: unknown;
  onChoose: (mood: Mood | null) => void;
}

export function Moods({ mood, onChoose }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a line
    <div className="moods" role="group" aria-label={t("pages.mood.title")}>
      {MOODS.map(([each, sign, name]) => (
        <button
          key={each}
          type="button"
          className="mood"
          aria-pressed={mood === each}
          aria-label={t(`pages.mood.${name}`)}
          title={t(`pages.mood.${name}`)}
          onClick={() => onChoose(mood === each ? null : each)}
        >
          <span aria-hidden>{sign}</span>
        </button>
      ))}
    </div>
  );
}
