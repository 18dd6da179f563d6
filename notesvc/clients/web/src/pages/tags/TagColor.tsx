/** Choose one of the eight colours of a tag or a person, or none: a tag has one by its name, then. */
import { ActionIcon, Popover, Tooltip } from "@mantine/core";
import { IconPalette } from "@tabler/icons-react";
import { useState } from "react";
import { t } from "../../i18n";
import { TagDot } from "../../ui/TagMark";
import { HUES, nameOf } from "./palette";
import "./tag-color.css";

interface Props {
  /** Whose colour it is. */
  name: string;
  color: string | null;
  isTag?: boolean;
  /** What is shown where there is no colour of its own. */
  shade?: string | null;
  onChoose: (color: string | null) => void;
}

export function TagColor({ name, color, isTag = false, shade = null, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false);
  const named = nameOf(color);
  const tag = isTag ? name : undefined;
  const unchosen = t(isTag ? "pages.hue.byName" : "pages.hue.none");
  const present = named ? t(`pages.hue.${named}`) : color ? color : unchosen;
  const label = t("pages.hue.choose", { name, color: present });
  const choose = (next: string | null) => {
    setOpen(false);
    if (next !== color) onChoose(next);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus shadow="none" position="bottom-start">
      <Popover.Target>
        <Tooltip label={label} disabled={isOpen}>
          <ActionIcon
            className="tag-color"
            variant="subtle"
            color="gray"
            aria-label={label}
            onClick={() => setOpen(!isOpen)}
          >
            {tag || color || shade ? (
              <TagDot tag={tag} color={color ?? shade} />
            ) : (
              <IconPalette size={16} stroke={1.5} aria-hidden />
            )}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className="tag-colors" aria-label={t("pages.hue.title")}>
        <div>
          {HUES.map((hue) => (
            <Choice
              key={hue.color}
              name={t(`pages.hue.${hue.name}`)}
              color={hue.color}
              isChosen={hue.name === named}
              choose={choose}
            />
          ))}
          <Choice name={unchosen} tag={tag} color={null} isChosen={color === null} choose={choose} />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ChoiceProps {
  name: string;
  tag?: string;
  color: string | null;
  isChosen: boolean;
  choose: (color: string | null) => void;
}

function Choice({ name, tag, color, isChosen, choose }: ChoiceProps) {
  return (
    <button type="button" className="tag-hue" aria-pressed={isChosen} onClick={() => choose(color)}>
      <TagDot tag={tag} color={color} />
      {name}
    </button>
  );
}
