/** A link of a document. What may not be followed is shown as the text it has. */
import type { ReactNode } from "react";
import { to } from "../addresses";
import { Link } from "../ui/Link";
import { revealAnchor } from "./anchors";
import { HoverPreview } from "./HoverPreview";
import { destination } from "./hrefs";
import { useReading } from "./reading";

interface Props {
  href: string;
  /** Whether the text is the address itself. */
  isBare?: boolean;
  children: ReactNode;
}

export function LinkTo({ href, isBare = false, children }: Props) {
  const { isStatic, reaches } = useReading();
  const there = destination(href);
  if (there === null) return <span className="no-link">{children}</span>;
  switch (there.kind) {
    case "outside":
      return (
        <a
          className="link"
          href={there.href}
          title={there.href}
          target="_blank"
          rel="noopener noreferrer"
          data-bare={isBare || undefined}
        >
          {children}
        </a>
      );
    case "mail":
      return (
        <a className="link" href={there.href} title={there.href}>
          {children}
        </a>
      );
    case "file":
      return isStatic ? (
        <span>{children}</span>
      ) : (
        <a className="link" href={there.href} target="_blank" rel="noopener">
          {children}
        </a>
      );
    case "anchor":
      return (
        <a className="link" href={href} onClick={(event) => followAnchor(event, there.anchor)}>
          {children}
        </a>
      );
    case "note":
      if (isStatic || !reaches(there.id)) return <span className="no-link">{children}</span>;
      return (
        <HoverPreview noteId={there.id}>
          <Link className="link" href={to.note(there.id, there.anchor)}>
            {children}
          </Link>
        </HoverPreview>
      );
  }
}

export function followAnchor(event: React.MouseEvent<HTMLElement>, anchor: string): void {
  event.preventDefault();
  const text = event.currentTarget.closest<HTMLElement>(".note-text");
  if (text) revealAnchor(text, anchor);
}
