/** All notifications. */

import { to } from "../addresses";
import { Heading } from "../pages/parts/Heading";
import { Link } from "../shell/Link";
import { t } from "../words";
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
