/** The icon of a note: shown large above the title, chosen from a grid of emoji. */
import { Popover } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { t } from "../i18n";
import "../ui/emoji.css";

const EmojiGrid = lazy(() => import("../ui/EmojiGrid"));

interface Props {
  icon: string | null;
  isEditable: boolean;
  onChange: (icon: string | null) => void;
}

export function NoteIcon({ icon, isEditable, onChange }: Props) {
  if (!icon) return null;
  if (!isEditable) return <span className="note-icon">{icon}</span>;
  return (
    <IconChoice
      icon={icon}
      onChange={onChange}
      opener={(open) => (
        <button type="button" className="note-icon" aria-label={t("notes.icon.change")} onClick={open}>
          {icon}
        </button>
      )}
    />
  );
}

interface ChoiceProps {
  icon: string | null;
  onChange: (icon: string | null) => void;
  opener: (open: () => void) => ReactNode;
}

export function IconChoice({ icon, onChange, opener }: ChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = (chosen: string | null) => {
    setOpen(false);
    onChange(chosen);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus shadow="md">
      <Popover.Target>{opener(() => setOpen(!isOpen))}</Popover.Target>
      <Popover.Dropdown className="emoji-drop" aria-label={t("notes.icon.pick")}>
        <Suspense fallback={<div className="emoji-wait" />}>
          <EmojiGrid hasIcon={icon !== null} onChoose={choose} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
