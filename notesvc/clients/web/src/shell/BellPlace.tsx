/** Where the bell will be; what it needs is fetched when the app is at rest. */
import { type ReactNode, Suspense } from "react";
import { useAppIdle } from "./appIdle";

const EMPTY = <span className="frame-act" aria-hidden="true" />;

export function BellPlace({ bell }: { bell: ReactNode }) {
  return useAppIdle() ? <Suspense fallback={EMPTY}>{bell}</Suspense> : EMPTY;
}
