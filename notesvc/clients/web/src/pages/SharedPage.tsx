/** What is shared: notes of others with the reader, and the reader's own with everybody who has a public link. */
import { lazy, Suspense } from "react";
import { useSearchParams } from "wouter";
import { to } from "../addresses";
import { t, withWords } from "../i18n";
import { useShared } from "../state/collaborators";
import { Choice } from "../ui/Choice";
import { Heading } from "../ui/Heading";
import { Link } from "../ui/Link";
import { Rows } from "../ui/Rows";
import { Empty, Loading, Shown } from "../ui/States";
import { NoteRow } from "./NoteRow";

const LinksOverview = lazy(() =>
  withWords(["account", "pages", "settings", "shares"], () => import("../sharing/links/LinksOverview")),
);

type Part = "me" | "links";

export default function SharedPage() {
  const [search, setSearch] = useSearchParams();
  const part: Part = search.get("show") === "links" ? "links" : "me";
  return (
    <main className="page">
      <Heading
        title={t(part === "links" ? "sharing.links.title" : "sharing.shared.title")}
        lead={t(part === "links" ? "sharing.links.lead" : "sharing.shared.lead")}
      />
      <div className="list-bar">
        <Choice
          label={t("sharing.shared.parts")}
          value={part}
          onChange={(next) => setSearch(next === "links" ? { show: next } : {})}
          options={[
            ["me", t("sharing.shared.me")],
            ["links", t("sharing.links.title")],
          ]}
        />
      </div>
      {part === "me" ? (
        <WithMe />
      ) : (
        <Suspense fallback={<Loading />}>
          <LinksOverview />
        </Suspense>
      )}
    </main>
  );
}

function WithMe() {
  const shared = useShared();
  return (
    <Shown query={shared}>
      {(all) =>
        all.length === 0 ? (
          <Empty title={t("sharing.shared.empty")}>
            <p>{t("sharing.shared.emptyHint")}</p>
            <Link href={to.recents}>{t("shell.recents")}</Link>
          </Empty>
        ) : (
          <Rows items={all} keyOf={({ note }) => note.id} label={t("sharing.shared.title")}>
            {({ note, owner, role }) => (
              <NoteRow note={note} hidesPath isPlain>
                {t("sharing.shared.from", { name: owner.name, role: t(`sharing.role.${role}`) })}
              </NoteRow>
            )}
          </Rows>
        )
      }
    </Shown>
  );
}
