/** All notifications. */

import { to } from "../addresses";
import { t } from "../i18n";
import { Heading } from "../ui/Heading";
import { Link } from "../ui/Link";
import NotificationList from "./NotificationList";

export default function NotificationsPage() {
  return (
    <main className="page">
      <Heading title={t("notified.title")} lead={t("notified.lead")}>
        <Link href={to.settings("notifications")}>{t("notified.choose")}</Link>
      </Heading>
      <NotificationList />
    </main>
  );
}
