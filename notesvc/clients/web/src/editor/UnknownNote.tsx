/** A note that holds something newer than this version: it is shown as far as it can be, and not touched. */
import { useEffect } from "react";
import type { Block } from "../blocks";
import { t } from "../i18n";
import { Blocks } from "../render/Blocks";
import "./editor.css";
import type { SurfaceProps } from "./surface";

export function UnknownNote({ noteId, initial, onReady }: SurfaceProps<Block[]>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once
  useEffect(() => onReady?.({ focus() {}, find() {}, reveal() {}, flush() {} }), []);
  return (
    <div>
      <div className="note-unknown" role="status">
        <strong>{t("editor.unknown.title")}</strong>
        <span>{t("editor.unknown.safe")}</span>
      </div>
      <Blocks blocks={initial} noteId={noteId} />
    </div>
  );
}
