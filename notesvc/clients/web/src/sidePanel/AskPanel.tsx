/** Asking one's own notes beside the one that is read. */
import { Asking } from "../ai/ask/Asking";

export default function AskPanel({ noteId }: { noteId: string }) {
  return (
    <div className="ask-panel">
      <Asking noteId={noteId} />
    </div>
  );
}
