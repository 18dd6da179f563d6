/** What another app shares, or a bookmark sends: a form with the page's title and text, kept as a note. */
import { Button, Select, TagsInput, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { to } from "../addresses";
import { t } from "../i18n";
import { size } from "../i18n/sizes";
import { failed } from "../notices";
import { linkTo } from "../saving/deliver";
import { createNote, onceOnly } from "../state/creating";
import { useFolders } from "../state/folders";
import { useTags } from "../state/tags";
import { Heading } from "../ui/Heading";
import {
  announcedFiles,
  forgetSharedFiles,
  propertiesOf,
  sharedFiles,
  sharedPage,
  textOf,
  tidyTags,
  titleOf,
  withFiles,
} from "./clip";
import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import "./clip.css";

export default function ClipPage() {
  const search = useSearch();
  const shared = sharedPage(search);
  const { files, areMissing } = useSharedFiles(announcedFiles(search));
  const [written, setTitle] = useState<string | null>(null);
  const title = written ?? (shared.title || (files[0] ? titleOf(files[0]) : ""));
  const [text, setText] = useState(() => textOf(shared));
  const [folder, setFolder] = useState<string | null>(null);
  const [tags, setTags] = useState<string[]>([]);
  const [key] = useState(onceOnly);
  const kept = useUploads();
  const [isKeeping, setKeeping] = useState(false);
  const [, navigate] = useLocation();
  const keep = async (event: FormEvent) => {
    event.preventDefault();
    if (isKeeping) return;
    setKeeping(true);
    const name = title.trim() || hostOf(shared.url);
    const properties = propertiesOf(shared.url, new Date());
    try {
      const content = await withFiles(text, files, kept);
      const made = await createNote({ name, content, parentId: folder, tags, properties }, key);
      void forgetSharedFiles();
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
        <Files files={files} areMissing={areMissing} />
        <Places folder={folder} setFolder={setFolder} tags={tags} setTags={setTags} />
        <Button type="submit" loading={isKeeping}>
          {t("pages.clip.keep")}
        </Button>
      </form>
    </main>
  );
}

/** What the service worker took in for this page. */
function useSharedFiles(announced: number) {
  const [files, setFiles] = useState<File[]>([]);
  const [areMissing, setMissing] = useState(false);
  useEffect(() => {
    if (announced === 0) return;
    const show = (found: File[]) => {
      setFiles(found);
      setMissing(found.length < announced);
    };
    sharedFiles().then(show, () => show([]));
  }, [announced]);
  return { files, areMissing };
}

/** Sends a file once, however often keeping is tried, and answers the link to it. */
function useUploads() {
  const sent = useRef(new Map<File, string>());
  return async (file: File): Promise<string> => {
    const known = sent.current.get(file);
    if (known) return known;
    // The surfaces' own, which all pages would share a file with.
    const { send } = await import("../editor/upload/send");
    const { name, url, type } = await send(file, "", () => {}).done;
    const link = linkTo(name, url, type.startsWith("image/"));
    sent.current.set(file, link);
    return link;
  };
}

function Files({ files, areMissing }: { files: File[]; areMissing: boolean }) {
  return (
    <>
      {files.length > 0 && (
        <ul className="clip-files" aria-label={t("pages.clip.files")}>
          {files.map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and they stay in their order
            <li key={at}>
              <bdi>{file.name}</bdi> {size(file.size)}
            </li>
          ))}
        </ul>
      )}
      <div role="alert">{areMissing && <p className="clip-missing">{t("pages.clip.filesLost")}</p>}</div>
    </>
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
