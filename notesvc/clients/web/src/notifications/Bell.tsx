/** How much there is to be told, and the way to it: a list beside the bell, or a page where there is no room. */
import { Popover } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { to } from "../addresses";
import { t } from "../i18n";
import { unreadQuery } from "../state/notifications";
import { Link } from "../ui/Link";
import { useIsNarrow } from "../ui/narrow";
import { Loading } from "../ui/States";
import "./bell.css";

const NotificationList = lazy(() => import("./NotificationList"));
const MOST = 99;

export default function Bell() {
  const [isOpen, setOpen] = useState(false);
  const [, go] = useLocation();
  const isNarrow = useIsNarrow();
  const count = useQuery(unreadQuery).data ?? 0;
  const close = () => setOpen(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width={380}
      trapFocus
      returnFocus
      shadow="md"
      withinPortal
    >
      <Popover.Target>
        <button
          type="button"
          className="frame-act bell"
          aria-label={count > 0 ? t("notifications.bell", { count }) : t("notifications.title")}
          title={t("notifications.title")}
          onClick={() => (isNarrow ? go(to.notifications) : setOpen(!isOpen))}
        >
          <IconBell size={18} stroke={1.6} aria-hidden />
          {count > 0 && (
            <span className="bell-count" aria-hidden>
              {count > MOST ? `${MOST}+` : count}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("notifications.title")} className="bell-list">
        <Suspense fallback={<Loading rows={3} />}>
          <NotificationList onGo={close} />
        </Suspense>
        <Link className="bell-all" href={to.notifications} onClick={close}>
          {t("notifications.all")}
        </Link>
      </Popover.Dropdown>
    </Popover>
  );
}
