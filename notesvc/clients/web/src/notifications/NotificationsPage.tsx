/** All notifications. */

import { to } from "../addresses";
import { t } from "../i18n";
import { Heading } from "../ui/Heading";
import { Link } from "../ui/Link";
import NotificationList from "./NotificationList";

export default function NotificationsPage() {
  return (
    <main className="page">
      <Heading title={t("notifications.title")} lead={t("notifications.lead")}>
        <Link href={to.settings("notifications")}>{t("notifications.choose")}</Link>
      </Heading>
      <NotificationList />
    </main>
  );
}
