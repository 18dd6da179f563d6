/** Where the bell will be; what it needs is fetched when the app is at rest. */
import { lazy, Suspense } from "react";
import { useRested } from "./rest";

const Bell = lazy(() => import("../notifications/Bell"));
const EMPTY = <span className="frame-act" aria-hidden="true" />;

export function BellPlace() {
  return useRested() ? (
    <Suspense fallback={EMPTY}>
      <Bell />
    </Suspense>
  ) : (
    EMPTY
  );
}
