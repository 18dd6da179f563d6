/** Administration: a list of sections, and the chosen one beside it; for administrators alone. */
import { type ComponentType, lazy } from "react";
import { useParams } from "wouter";
import { to } from "../addresses";
import { t } from "../i18n";
import { useUser } from "../state/session";
import { Link } from "../ui/Link";
import { Sections } from "../ui/Sections";
import "./admin.css";

const SECTIONS = {
  users: lazy(() => import("./users/UsersSection")),
  invites: lazy(() => import("./invites/InvitesSection")),
  audit: lazy(() => import("./audit/AuditSection")),
  figures: lazy(() => import("./FiguresSection")),
  mail: lazy(() => import("./MailSection")),
} satisfies Record<string, ComponentType>;

export default function AdminPage() {
  const { section } = useParams<{ section?: string }>();
  const user = useUser();
  if (!user?.isAdmin) return user === undefined ? null : <NotYours />;
  return (
    <Sections
      title={t("admin.title")}
      shown={SECTIONS}
      chosen={section}
      nameOf={(name: keyof typeof SECTIONS) => t(`admin.sections.${name}`)}
      addressOf={to.admin}
      all={{ words: t("admin.all"), address: "/admin" }}
    />
  );
}

function NotYours() {
  return (
    <main className="page">
      <h1>{t("admin.title")}</h1>
      <p>{t("admin.notYours")}</p>
      <Link href={to.home}>{t("admin.toNotes")}</Link>
    </main>
  );
}
