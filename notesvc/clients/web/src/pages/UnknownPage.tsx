/** An address that shows nothing: mistyped, or from a link that has grown old. */
import { Link } from "wouter";
import { to } from "../addresses";
import { t } from "../i18n";
import { Heading } from "../ui/Heading";

export default function UnknownPage() {
  return (
    <main className="page">
      <Heading title={t("shell.unknown.title")} lead={t("shell.unknown.lead")} />
      <p>
        <Link href={to.home}>{t("shell.unknown.home")}</Link>
      </p>
    </main>
  );
}
