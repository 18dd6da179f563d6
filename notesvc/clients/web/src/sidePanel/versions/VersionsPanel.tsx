/** The versions of the note, the newest first; one is looked at in a window of its own. */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { t } from "../../i18n";
import { exact } from "../../i18n/dates";
import type { OpenNote } from "../../saving/document";
import { client } from "../../state/client";
import { readersOf, useCollaborators } from "../../state/collaborators";
import { useUser } from "../../state/session";
import { Unready } from "../../ui/States";
import { byDay, reasonOf, timeOf, writerOf } from "./days";
import { type Version, versionsQuery } from "./versionsQuery";
import "./versions.css";

const VersionDialog = lazy(() => import("./VersionDialog"));

export default function VersionsPanel({ noteId, open }: { noteId: string; open: OpenNote }) {
  const { data, error, refetch } = useQuery(versionsQuery(noteId));
  const [shown, setShown] = useState<string | null>(null);
  useFreshVersions(noteId, open);
  if (!data) return <Unready rows={4} error={error} retry={() => void refetch()} />;
  if (data.length === 0) return <p className="rail-said">{t("sidePanel.versions.empty")}</p>;
  return (
    <>
      <VersionList versions={data} chosen={shown} onChoose={setShown} />
      <p className="rail-said">{t("sidePanel.versions.kept")}</p>
      {shown && (
        <Suspense fallback={null}>
          <VersionDialog
            versions={data}
            chosen={shown}
            open={open}
            onChoose={setShown}
            onClose={() => setShown(null)}
          />
        </Suspense>
      )}
    </>
  );
}

interface ListProps {
  versions: readonly Version[];
  chosen: string | null;
  onChoose: (id: string) => void;
}

/** Arrow keys go from version to version. */
export function VersionList({ versions, chosen, onChoose }: ListProps) {
  const user = useUser();
  const { data: collaboratorList } = useCollaborators(versions[0]?.noteId ?? "", versions.length > 0);
  const known = collaboratorList && readersOf(collaboratorList);
  const list = useRef<HTMLDivElement>(null);
  const byKey = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const all = [...(list.current?.querySelectorAll<HTMLElement>("button") ?? [])];
    const next = step && all[all.indexOf(document.activeElement as HTMLElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
    if (chosen !== null) onChoose(next.dataset.version ?? "");
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons within take the keys
    <div ref={list} onKeyDown={byKey}>
      {byDay(versions).map((day) => (
        <section key={day.versions[0]?.id} className="version-day">
          <h2>{day.name}</h2>
          <ul>
            {day.versions.map((version) => (
              <li key={version.id}>
                <button
                  type="button"
                  className="version"
                  data-version={version.id}
                  aria-current={version.id === chosen || undefined}
                  title={exact(version.createdAt)}
                  onClick={() => onChoose(version.id)}
                >
                  <span>
                    {timeOf(version)} <span className="version-reason">{reasonOf(version, versions)}</span>
                  </span>
                  <span className="version-writer">{writerOf(version, user, known)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** Versions are read again after the note was saved. */
function useFreshVersions(noteId: string, open: OpenNote): void {
  const at = open.state.kind === "saved" ? open.state.at : null;
  const known = useRef(at);
  useEffect(() => {
    if (at === null || at === known.current) return;
    known.current = at;
    void client.invalidateQueries({ queryKey: ["versions", noteId] });
  }, [at, noteId]);
}
