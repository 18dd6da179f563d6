/** The tags of a note as chips, and a field that adds one. */
import { Autocomplete } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { to } from "../addresses";
import { endsItem, t } from "../i18n";
import { useTagColour, useTags } from "../state/tags";
import { isTag } from "../state/tagTree";
import { Link } from "../ui/Link";
import { inColour } from "../ui/TagMark";

const MOST = 200;

interface Props {
  tags: string[];
  isEditable: boolean;
  /** The tags are of somebody else's workspace: they lead nowhere here. */
  isGuest: boolean;
  onChange: (tags: string[]) => void;
}

export function TagsRow({ tags, isEditable, isGuest, onChange }: Props) {
  const known = useTags().data ?? [];
  const colourOf = useTagColour();
  const field = useRef<HTMLInputElement>(null);
  const remove = (tag: string) => {
    onChange(tags.filter((one) => one !== tag));
    field.current?.focus();
  };
  if (tags.length === 0 && !isEditable) return null;
  return (
    <div className="note-tags">
      <ul aria-label={t("notes.tags.label")}>
        {tags.map((tag) => (
          <li key={tag} className="tag-chip" style={inColour(tag, colourOf(tag))}>
            {isGuest ? (
              <span>
                <bdi>{tag}</bdi>
              </span>
            ) : (
              <Link href={to.tag(tag.toLowerCase())}>
                <bdi>{tag}</bdi>
              </Link>
            )}
            {isEditable && (
              <button type="button" aria-label={t("notes.tags.remove", { tag })} onClick={() => remove(tag)}>
                <IconX size={12} stroke={2} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {isEditable && (
        <AddTag field={field} tags={tags} known={known.map(({ tag }) => tag)} onChange={onChange} />
      )}
    </div>
  );
}

interface AddProps {
  field: React.RefObject<HTMLInputElement | null>;
  tags: string[];
  known: string[];
  onChange: (tags: string[]) => void;
}

function AddTag({ field, tags, known, onChange }: AddProps) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string | null>(null);
  // The comma of Japanese is typed as its words are: nothing is taken before they stand.
  const isComposing = useRef(false);
  const has = new Set(tags.map((tag) => tag.toLowerCase()));
  const add = (text: string) => {
    const tag = text.trim().replace(/^#/, "");
    if (tag === "") return true;
    const rule = isTag(tag) ? null : t("notes.tags.rule");
    const problem = tags.length >= MOST ? t("notes.tags.most") : rule;
    setError(problem);
    if (problem !== null) return false;
    if (!has.has(tag.toLowerCase())) onChange([...tags, tag]);
    setTyped("");
    return true;
  };
  const change = (text: string) => {
    setError(null);
    setTyped(text);
    if (!isComposing.current && (endsItem(text) || /\s$/.test(text))) add(text.slice(0, -1));
  };
  return (
    <Autocomplete
      ref={field}
      className="add-tag"
      variant="unstyled"
      aria-label={t("notes.tags.add")}
      placeholder={t("notes.tags.add")}
      value={typed}
      error={error}
      limit={8}
      data={known.filter((tag) => !has.has(tag))}
      // A list that nobody sees would be laid out with each note.
      comboboxProps={{ width: 220, position: "bottom-start", keepMounted: false }}
      onChange={change}
      onCompositionStart={() => {
        isComposing.current = true;
      }}
      onCompositionEnd={(event) => {
        isComposing.current = false;
        change(event.currentTarget.value);
      }}
      onOptionSubmit={(tag) => {
        add(tag);
        setTimeout(() => setTyped(""));
      }}
      onBlur={() => add(typed) || undefined}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter" && !event.currentTarget.getAttribute("aria-activedescendant")) add(typed);
        if (event.key === "Backspace" && typed === "" && tags.length > 0) onChange(tags.slice(0, -1));
      }}
    />
  );
}
