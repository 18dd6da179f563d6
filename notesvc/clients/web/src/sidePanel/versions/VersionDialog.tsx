/** One version: its text, what changed in it, what has changed since; and the ways back to it. */
import { Button } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { type RefObject, useRef, useState } from "react";
import { useLocation } from "wouter";
import { to } from "../../addresses";
import { t } from "../../i18n";
import { failed } from "../../notices";
import type { OpenNote } from "../../saving/document";
import { useRole } from "../../state/roles";
import { Choice } from "../../ui/Choice";
import { Dialog } from "../../ui/Dialog";
import { IconAct } from "../../ui/IconAct";
import { useIsNarrow } from "../../ui/narrow";
import { type ChangesLook, rememberChangesLook, useChangesLook } from "./changesLook";
import { titleOf } from "./days";
import { restore, restoreAsCopy } from "./restoring";
import { VersionList } from "./VersionsPanel";
import { type Look, VersionView } from "./VersionView";
import type { Version } from "./versionsQuery";

interface Props {
  versions: readonly Version[];
  chosen: string;
  open: OpenNote;
  onChoose: (id: string) => void;
  onClose: () => void;
}

const SHOWN: ChangesLook[] = ["rendered", "source"];
const LOOKS: Look[] = ["changes", "since", "text", "source"];

export default function VersionDialog({ versions, chosen, open, onChoose, onClose }: Props) {
  const isNarrow = useIsNarrow();
  const [look, setLook] = useState<Look>("changes");
  const main = useRef<HTMLDivElement>(null);
  const version = versions.find((each) => each.id === chosen);
  if (!version) return null;
  const title = titleOf(version, versions);
  const before = versions[versions.indexOf(version) + 1];
  return (
    <Dialog
      onClose={onClose}
      title={title}
      size={1080}
      fullScreen={isNarrow}
      classNames={{ content: "version-dialog", body: "version-dialog-body" }}
    >
      {!isNarrow && (
        <aside className="version-dialog-list" aria-label={t("sidePanel.tab.versions")}>
          <VersionList versions={versions} chosen={chosen} onChoose={onChoose} />
        </aside>
      )}
      <div className="version-dialog-main" ref={main}>
        <div className="rail-tools">
          {LOOKS.map((each) => (
            <button
              key={each}
              type="button"
              className="rail-choice"
              aria-pressed={look === each}
              onClick={() => setLook(each)}
            >
              {t(`sidePanel.versions.look.${each}`)}
            </button>
          ))}
          {(look === "changes" || look === "since") && <ChangesLooks within={main} />}
        </div>
        <VersionView version={version} before={before} look={look} stamp={open.note?.updatedAt ?? ""} />
        <Ways version={version} open={open} onClose={onClose} />
      </div>
    </Dialog>
  );
}

function ChangesLooks({ within }: { within: RefObject<HTMLElement | null> }) {
  const look = useChangesLook();
  return (
    <span className="version-changes">
      <Choice
        label={t("sidePanel.versions.shownAs")}
        value={look}
        options={SHOWN.map((each) => [each, t(`sidePanel.versions.${each}`)])}
        onChange={rememberChangesLook}
      />
      <Steps within={within} />
    </span>
  );
}

const CHANGES = ".differences :is(ins, del), .changed-text [data-change]";

/** From change to change, around at either end. */
function Steps({ within }: { within: RefObject<HTMLElement | null> }) {
  const go = (step: 1 | -1) => {
    const changes = [...(within.current?.querySelectorAll<HTMLElement>(CHANGES) ?? [])];
    const at = changes.findIndex((change) => change.dataset.here !== undefined);
    const next = changes.at((at < 0 && step < 0 ? -1 : at + step) % changes.length);
    if (at >= 0) delete changes[at]?.dataset.here;
    if (!next) return;
    next.dataset.here = "";
    for (let fold = next.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
      fold.open = true;
    next.scrollIntoView({ block: "center" });
  };
  return (
    <span className="version-steps">
      <IconAct name={t("sidePanel.versions.changeBefore")} icon={IconArrowUp} run={() => go(-1)} />
      <IconAct name={t("sidePanel.versions.changeAfter")} icon={IconArrowDown} run={() => go(1)} />
    </span>
  );
}

function Ways({ version, open, onClose }: { version: Version; open: OpenNote; onClose: () => void }) {
  const [, go] = useLocation();
  const mayChange = useRole(version.noteId) !== "viewer";
  const [busy, setBusy] = useState<"restore" | "copy" | null>(null);
  const take = async (what: "restore" | "copy") => {
    setBusy(what);
    try {
      if (what === "restore") await restore(version, open);
      else go(to.note((await restoreAsCopy(version, open, go)).id));
      onClose();
    } catch (error) {
      failed(error);
      setBusy(null);
    }
  };
  return (
    <div className="dialog-foot">
      <Button
        variant="default"
        loading={busy === "copy"}
        disabled={busy !== null}
        onClick={() => void take("copy")}
      >
        {t("sidePanel.versions.copy")}
      </Button>
      {mayChange && (
        <Button loading={busy === "restore"} disabled={busy !== null} onClick={() => void take("restore")}>
          {t("sidePanel.versions.restore")}
        </Button>
      )}
    </div>
  );
}
