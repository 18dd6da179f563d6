/** Turns mentions of the note into links: shows first what would change, and where not to. */
import { Button, Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api, type Schemas } from "../../api";
import { t } from "../../i18n";
import { nameOfNote } from "../../i18n/dates";
import { done, failed } from "../../notices";
import { Marked } from "../../search/marked";
import { workspaceHasChanged } from "../../state/notes";
import { Dialog } from "../../ui/Dialog";
import { Unready } from "../../ui/States";

export function LinkMentions({ noteId, onClose }: { noteId: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["mentions", noteId],
    queryFn: () => linkMentions(noteId, { dryRun: true }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Dialog onClose={onClose} title={t("sidePanel.mentions.title")} size="lg">
      {data ? (
        <Choice noteId={noteId} changes={data.items} total={data.mentions} onClose={onClose} />
      ) : (
        <Unready rows={4} error={error} retry={() => void refetch()} />
      )}
    </Dialog>
  );
}

interface ChoiceProps {
  noteId: string;
  changes: readonly Change[];
  /** Mentions in all, those that are not listed included. */
  total: number;
  onClose: () => void;
}

function Choice({ noteId, changes, total, onClose }: ChoiceProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const notes = [...new Map(changes.map((change) => [change.note.id, change.note])).values()];
  const chosen = notes.filter((note) => !left.has(note.id));
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  const link = async () => {
    setBusy(true);
    try {
      const made = await linkMentions(noteId, { noteIds: chosen.map((note) => note.id) });
      await workspaceHasChanged();
      done(t("sidePanel.mentions.done", { count: made.mentions }));
      onClose();
    } catch (problem) {
      setBusy(false);
      failed(problem);
    }
  };
  if (notes.length === 0) return <p>{t("sidePanel.mentions.none")}</p>;
  return (
    <>
      <p className="mentions-lead">{t("sidePanel.mentions.lead")}</p>
      {total > changes.length && (
        <p className="mentions-lead">{t("sidePanel.mentions.first", { count: changes.length })}</p>
      )}
      <ul className="mentions">
        {notes.map((note) => (
          <li key={note.id}>
            <Checkbox
              checked={!left.has(note.id)}
              onChange={() => toggle(note.id)}
              label={<bdi>{nameOfNote(note.name)}</bdi>}
            />
            <Changes changes={changes.filter((change) => change.note.id === note.id)} />
          </li>
        ))}
      </ul>
      <div className="dialog-foot">
        <Button variant="default" onClick={onClose}>
          {t("common.cancel")}
        </Button>
        <Button loading={isBusy} disabled={chosen.length === 0} onClick={() => void link()}>
          {t("sidePanel.mentions.link", { count: chosen.length })}
        </Button>
      </div>
    </>
  );
}

/** Each mention as it is, and as a link. */
function Changes({ changes }: { changes: readonly Change[] }) {
  return changes.map(({ before, after }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
    <div className="mention" key={index} dir="auto">
      <p>
        <Marked excerpt={before} />
      </p>
      <p>
        <span className="sr-only">{t("sidePanel.mentions.after")} </span>
        <Marked excerpt={after} />
      </p>
    </div>
  ));
}

type Change = Schemas["LinkedMention"];

/** Asks the service to turn mentions of a note into links, or what that would change. */
function linkMentions(
  noteId: string,
  asked: Partial<Schemas["MentionsToLink"]>,
): Promise<Schemas["LinkedMentions"]> {
  const path = { note_id: noteId };
  const body = { noteIds: null, dryRun: false, ...asked };
  return answer(api.POST("/api/workspace/notes/{note_id}/link-mentions", { params: { path }, body }));
}
