/** Pictures of diagrams for public pages, where no script may draw them: this browser draws them and leaves them. */
import { useEffect } from "react";
import { answer, api } from "../../api";
import { drawn } from "../../render/diagrams";
import { type Share, useRefreshShare } from "../../state/shares";

const FENCE = /^([ \t>]*)(`{3,}|~{3,})[ \t]*mermaid\b[^\n]*\n([\s\S]*?)\n[ \t>]*\2[`~]*[ \t]*$/gim;
const SHARP = 2;
const MOST = { side: 4_000, bytes: 512 * 1024 };

// What cannot be drawn, or is no picture for a page, is not tried again.
const tried = new Set<string>();

/** Where a link's pages show the source of a diagram, its picture is left, and the link refreshed. */
export function usePictures(share: Share): void {
  const { mutate, isPending } = useRefreshShare(share.id);
  const wanted = share.freezing
    ? ""
    : share.warnings.flatMap(({ kind, noteId }) => (kind === "diagram" && noteId ? noteId : [])).join();
  useEffect(() => {
    let isHere = true;
    if (wanted !== "" && !isPending)
      void leave(wanted.split(",")).then((count) => isHere && count > 0 && mutate());
    return () => {
      isHere = false;
    };
  }, [wanted, isPending, mutate]);
}

/** How many pictures of the notes' diagrams were left. */
async function leave(noteIds: readonly string[]): Promise<number> {
  let count = 0;
  for (const note_id of new Set(noteIds))
    try {
      const note = await answer(api.GET("/api/workspace/notes/{note_id}", { params: { path: { note_id } } }));
      for (const source of sourcesIn(note.content)) if (await isLeft(source)) count += 1;
    } catch {
      // The page goes on showing the source, and says so.
    }
  return count;
}

/** The sources of the diagrams in a note, each once. */
export function sourcesIn(markdown: string): string[] {
  const found = [...markdown.matchAll(FENCE)].map(([, indent = "", , text = ""]) =>
    text
      .split("\n")
      .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()))
      .join("\n")
      .trim(),
  );
  return [...new Set(found)].filter((source) => source !== "");
}

async function isLeft(source: string): Promise<boolean> {
  if (tried.has(source)) return false;
  tried.add(source);
  const picture = await pictureOf((await drawn(source, "light")).svg);
  if (picture === null) return false;
  const form = new FormData();
  form.append("source", source);
  form.append("file", picture, "diagram.png");
  const body = form as unknown as { source: string; file: string };
  await answer(api.POST("/api/workspace/diagrams", { body, bodySerializer: () => form }));
  return true;
}

/** A PNG of the drawing on white, as sharp as may be; null where it is too large for a page. */
async function pictureOf(svg: string): Promise<Blob | null> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    for (const scale of [SHARP, 1]) {
      const picture = await painted(image, scale);
      if (picture !== null && picture.size <= MOST.bytes) return picture;
    }
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function painted(image: HTMLImageElement, scale: number): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  const context = canvas.getContext("2d");
  if (context === null || Math.max(canvas.width, canvas.height) > MOST.side) return Promise.resolve(null);
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
