/** What has not kept up for long, or waits for its user, a line each. Hidden, it stays so until there is another cause. */
import { useState } from "react";
import { to } from "../../addresses";
import { t } from "../../i18n";
import { said } from "../../i18n/dates";
import { Link } from "../../ui/Link";
import "../../saving/saving.css";
import { isLate, type Move, PARTS, type Part, type PartName, type StorageConfig } from "./storage";

const KEY = "notesvc.storage.hidden";

interface Bar {
  /** What it is about: one is hidden without the others. */
  about: PartName | "move";
  /** Another one is told anew. */
  cause: string;
  words: string;
}

export default function StorageBars({ config, now }: { config: StorageConfig; now: number }) {
  const [hidden, setHidden] = useState(() => new Set<string>());
  const all: Bar[] = [
    ...PARTS.filter((name) => isLate(config[name], now)).map((name) => barOfPart(name, config[name])),
    ...(config.move?.state === "paused" ? [barOfMove(config.move)] : []),
  ];
  const hide = ({ about, cause }: Bar) => {
    localStorage.setItem(`${KEY}.${about}`, cause);
    setHidden((before) => new Set([...before, `${about} ${cause}`]));
  };
  return all
    .filter(
      ({ about, cause }) =>
        !hidden.has(`${about} ${cause}`) && localStorage.getItem(`${KEY}.${about}`) !== cause,
    )
    .map((bar) => <Line key={bar.about} words={bar.words} onHide={() => hide(bar)} />);
}

function barOfPart(name: PartName, { state, since }: Part): Bar {
  const how = state === "behind" ? "behind" : "paused";
  const words = t(`storage.banner.${name}.${how}`, { when: since ? said(since) : "" });
  return { about: name, cause: `${state} ${since}`, words };
}

const barOfMove = ({ cause, done, total }: Move): Bar => ({
  about: "move",
  cause: `${cause} ${done} ${total}`,
  words: t("storage.banner.move"),
});

function Line({ words, onHide }: { words: string; onHide: () => void }) {
  return (
    <div className="save-bar" role="status">
      <p>{words}</p>
      <span className="save-bar-acts">
        <Link className="notice-action" href={to.settings("storage")}>
          {t("storage.banner.see")}
        </Link>
        <button type="button" className="notice-action" onClick={onHide}>
          {t("storage.banner.hide")}
        </button>
      </span>
    </div>
  );
}
