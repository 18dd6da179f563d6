/** What links here, what mentions the note without a link, and what the note links to. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { t } from "../../i18n";
import type { OpenNote } from "../../saving/document";
import { client } from "../../state/client";
import { backlinksQuery } from "../../state/links";
import { useIsGuest } from "../../state/roles";
import { Unready } from "../../ui/States";
import { LinkMentions } from "./LinkMentions";
import { Outgoing } from "./Outgoing";
import { Sources } from "./Sources";
import "./links.css";

export default function LinksPanel({ noteId, open }: { noteId: string; open: OpenNote }) {
  const { data, error, refetch } = useQuery(backlinksQuery(noteId));
  const isGuest = useIsGuest(noteId);
  const [isLinking, setLinking] = useState(false);
  useFreshLinks(noteId, open);
  if (!data) return <Unready rows={4} error={error} retry={() => void refetch()} />;
  return (
    <>
      <Sources title={t("sidePanel.links.linked")} sources={data.linked} empty={t("sidePanel.links.none")} />
      <Sources
        title={t("sidePanel.links.unlinked")}
        sources={data.unlinked}
        empty=""
        isFolded={data.unlinked.length > 5}
      >
        {!isGuest && (
          <button type="button" className="rail-act" onClick={() => setLinking(true)}>
            {t("sidePanel.links.linkAll")}
          </button>
        )}
      </Sources>
      <Outgoing noteId={noteId} />
      {isLinking && <LinkMentions noteId={noteId} onClose={() => setLinking(false)} />}
    </>
  );
}

/** Links are read again after the note was saved. */
function useFreshLinks(noteId: string, open: OpenNote): void {
  const at = open.state.kind === "saved" ? open.state.at : null;
  const known = useRef(at);
  useEffect(() => {
    if (at === null || at === known.current) return;
    known.current = at;
    void client.invalidateQueries({ queryKey: ["backlinks", noteId] });
  }, [at, noteId]);
}
