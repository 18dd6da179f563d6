/** Markdown until its surface is there: as the service showed it with the page, else as it is written. */
import { useState } from "react";
import { useWriting } from "../editor/writing";
import { firstText } from "../shell/firstView";

export function RawToRead({ text }: { text: string }) {
  const { markdown } = useWriting();
  const [first] = useState(() => ({ text, html: firstText(".note-raw") }));
  if (markdown === "plain") return <pre className="note-raw">{text}</pre>;
  if (first.html === null || first.text !== text) return <pre className="note-raw is-preview">{text}</pre>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it stands in this page already
  return <div className="note-raw is-preview" dangerouslySetInnerHTML={{ __html: first.html }} />;
}
