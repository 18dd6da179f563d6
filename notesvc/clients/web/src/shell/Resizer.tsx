/** The edge of the sidebar: drawn with the pointer, moved with the arrow keys, doubly clicked to its usual width. */
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { t } from "../i18n";
import { fitting, layout, useLayout, WIDTHS } from "./layout";

const STEP = 16;

export function Resizer() {
  const { sidebarWidth } = useLayout();
  const from = useRef<{ x: number; width: number } | null>(null);
  const direction = () => (document.documentElement.dir === "rtl" ? -1 : 1);

  const begin = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width: sidebarWidth };
  };
  const follow = (event: PointerEvent) => {
    if (from.current === null) return;
    widen(from.current.width + (event.clientX - from.current.x) * direction());
  };
  const byKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    widen(sidebarWidth + step * direction());
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no <hr>
    <div
      className="frame-edge"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t("shell.resizeSidebar")}
      aria-valuenow={sidebarWidth}
      aria-valuemin={WIDTHS.least}
      aria-valuemax={WIDTHS.most}
      onPointerDown={begin}
      onPointerMove={follow}
      onPointerUp={() => {
        from.current = null;
      }}
      onDoubleClick={() => widen(WIDTHS.usual)}
      onKeyDown={byKey}
    />
  );
}

const widen = (width: number) => layout.change({ sidebarWidth: fitting(width) });
