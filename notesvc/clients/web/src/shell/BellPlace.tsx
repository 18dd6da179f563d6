/** Where the bell will be; what it needs is fetched when the app is at rest. */
import { IconBell } from "@tabler/icons-react";
import { type ReactNode, Suspense } from "react";
import { to } from "../addresses";
import { t } from "../i18n";
import { Link } from "../ui/Link";
import { useAppIdle } from "./appIdle";

export function BellPlace({ bell }: { bell: ReactNode }) {
  return useAppIdle() ? <Suspense fallback={<Bell />}>{bell}</Suspense> : <Bell />;
}

/** Leads where the bell does on a narrow screen. */
function Bell() {
  return (
    <Link className="frame-act" href={to.notifications} aria-label={t("notifications.title")}>
      <IconBell size={18} stroke={1.6} aria-hidden />
    </Link>
  );
}
