/** An address as a QR code, for a camera: black on white whatever is around it. */
import { correction, generate } from "lean-qr";
import { t } from "../../i18n";

/** Modules of empty space around it, without which some cameras find nothing (ISO/IEC 18004, section 9.1). */
const QUIET_ZONE = 4;

export function QrCode({ text }: { text: string }) {
  const { size, path } = drawn(text);
  const whole = size + 2 * QUIET_ZONE;
  return (
    <svg
      className="link-qr"
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${whole} ${whole}`}
      role="img"
      aria-label={t("shares.qrOf", { address: text })}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={whole} height={whole} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The code as one path: a bar for each run of dark modules in a line. */
export function drawn(text: string): { size: number; path: string } {
  const { size, get } = generate(text, { minCorrectionLevel: correction.M });
  const bars: string[] = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0, begin = 0; x < size; x = begin) {
      begin = x + 1;
      if (!get(x, y)) continue;
      while (get(begin, y)) begin++;
      bars.push(`M${x} ${y}h${begin - x}v1h${x - begin}z`);
    }
  }
  return { size, path: bars.join("") };
}
