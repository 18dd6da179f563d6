/** What another app shares, or a bookmark sends: a form with the page's title and text, kept as a note. */
import { Button, Select, TagsInput, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { to } from "../addresses";
import { t } from "../i18n";
import { failed } from "../notices";
import { createNote, onceOnly } from "../state/creating";
import { useFolders } from "../state/folders";
import { useTags } from "../state/tags";
import { Heading } from "../ui/Heading";
import { propertiesOf, sharedPage, textOf, tidyTags } from "./clip";
import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import "./clip.css";

export default function ClipPage() {
  const shared = sharedPage(useSearch());
  const [title, setTitle] = useState(shared.title);
  const [text, setText] = useState(() => textOf(shared));
  const [folder, setFolder] = useState<string | null>(null);
  const [tags, setTags] = useState<string[]>([]);
  const [key] = useState(onceOnly);
  const [isKeeping, setKeeping] = useState(false);
  const [, navigate] = useLocation();
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    if (isKeeping) return;
    setKeeping(true);
    const name = title.trim() || hostOf(shared.url);
    const properties = propertiesOf(shared.url, new Date());
    try {
      const made = await createNote({ name, content: text, parentId: folder, tags, properties }, key);
      navigate(to.note(made.id), { replace: true });
    } catch (error) {
      setKeeping(false);
      failed(error);
    }
  };
  return (
    <main className="page">
      <Heading title={t("pages.clip.title")} lead={shared.url} />
      <form className="clip" onSubmit={keep}>
        <TextInput
          label={t("pages.clip.name")}
          value={title}
          maxLength={500}
          data-autofocus
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Textarea
          label={t("pages.clip.text")}
          value={text}
          autosize
          minRows={4}
          maxRows={16}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Places folder={folder} setFolder={setFolder} tags={tags} setTags={setTags} />
        <Button type="submit" loading={isKeeping}>
          {t("pages.clip.keep")}
        </Button>
      </form>
    </main>
  );
}

interface PlacesProps {
  folder: string | null;
  setFolder: (folder: string | null) => void;
  tags: string[];
  setTags: (tags: string[]) => void;
}

function Places({ folder, setFolder, tags, setTags }: PlacesProps) {
  const folders = useFolders().data ?? [];
  const known = useTags().data ?? [];
  return (
    <>
      <Select
        label={t("pages.clip.folder")}
        placeholder={t("pages.clip.top")}
        data={folders.map(({ id, path }) => ({ value: id, label: path }))}
        value={folder}
        onChange={setFolder}
        searchable
        clearable
        limit={100}
      />
      <TagsInput
        label={t("pages.clip.tags")}
        data={known.map(({ tag }) => tag)}
        value={tags}
        onChange={(written) => setTags(tidyTags(written))}
        splitChars={[" ", ","]}
        limit={20}
      />
    </>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : t("pages.clip.title");
}
