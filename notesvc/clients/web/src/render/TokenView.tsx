/** A token in text, as something to follow or as a formula. */

import { to } from "../addresses";
import { t } from "../i18n";
import { Link } from "../ui/Link";
import { LinkTo } from "./LinkTo";
import { Maths } from "./Maths";
import { useReading } from "./reading";
import type { Token } from "./tokens";

export function TokenView({ token, written }: { token: Token; written: string }) {
  const { isStatic, isGuest } = useReading();
  switch (token.kind) {
    case "maths":
      return <Maths tex={token.value} isBlock={false} source={written} />;
    case "footnote":
      return <FootnoteReference label={token.value} />;
    case "address":
      return (
        <LinkTo isBare href={/^www\./i.test(token.value) ? `https://${token.value}` : token.value}>
          {written}
        </LinkTo>
      );
    default:
      if (isStatic || isGuest) return <span className={`token token-${token.kind}`}>{written}</span>;
      return (
        <Link className={`token token-${token.kind}`} href={place(token)}>
          {written}
        </Link>
      );
  }
}

function place(token: Token): string {
  if (token.kind === "tag") return to.tag(token.value);
  if (token.kind === "person") return to.person(token.value);
  return to.search(`@${token.value}`);
}

function FootnoteReference({ label }: { label: string }) {
  const reveal = (event: React.MouseEvent<HTMLElement>) => {
    const all = event.currentTarget.closest(".note-text")?.querySelectorAll<HTMLElement>("[data-footnote]");
    const note = [...(all ?? [])].find((each) => each.dataset.footnote === label);
    note?.scrollIntoView({ block: "center" });
    note?.focus({ preventScroll: true });
  };
  return (
    <sup className="footnote-reference">
      <button type="button" aria-label={t("sidePanel.text.footnote", { label })} onClick={reveal}>
        {label}
      </button>
    </sup>
  );
}
