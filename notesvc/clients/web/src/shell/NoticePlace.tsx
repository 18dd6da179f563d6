/** Where notices are shown, with the styles of the library that nothing else needs. */
import "@mantine/core/styles/Notification.css";
import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";

export default function NoticePlace() {
  return <Notifications position="bottom-center" autoClose={10_000} limit={3} />;
}
