/** The facts of a note: how long it is, where it is, when it was written, who may see it. */
import { to } from "../addresses";
import { listed, t } from "../i18n";
import { exact, locale, said } from "../i18n/dates";
import type { OpenNote } from "../saving/document";
import { readersOf, useCollaborators } from "../state/collaborators";
import { useFolders } from "../state/folders";
import { Fact } from "../ui/Fact";
import { Link } from "../ui/Link";
import { useMeasure } from "./live";

export default function InfoPanel({ noteId, open }: { noteId: string; open: OpenNote }) {
  const { words, characters, minutes } = useMeasure(open);
  const note = open.note;
  const collaboratorList = useCollaborators(noteId).data;
  const folder = useFolders().data?.find((each) => each.id === note?.parentId);
  if (!note) return null;
  return (
    <dl className="facts">
      <Fact name={t("sidePanel.info.length")}>
        {t("sidePanel.info.words", { count: words, said: number(words) })}
        <br />
        {t("sidePanel.info.characters", { count: characters, said: number(characters) })}
        {minutes > 0 && (
          <>
            <br />
            {t("sidePanel.info.minutes", { count: minutes })}
          </>
        )}
      </Fact>
      <Fact name={t("sidePanel.info.place")}>
        {folder ? (
          <Link href={to.folder(folder.id)}>
            <bdi>{folder.path}</bdi>
          </Link>
        ) : (
          t("sidePanel.info.top")
        )}
      </Fact>
      <Fact name={t("sidePanel.info.created")}>
        <Moment at={note.createdAt} />
      </Fact>
      <Fact name={t("sidePanel.info.changed")}>
        <Moment at={open.state.kind === "saved" ? open.state.at || note.updatedAt : note.updatedAt} />
      </Fact>
      <Fact name={t("sidePanel.info.seenBy")}>
        {collaboratorList && listed(readersOf(collaboratorList).map(({ name }) => name))}
      </Fact>
    </dl>
  );
}

function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exact(at)}>
      {said(at)}
    </time>
  );
}

const number = (value: number): string => new Intl.NumberFormat(locale()).format(value);
