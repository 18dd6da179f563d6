/** The head of a page: its name, a line on what it is, and what can be done with the whole of it. */
import type { ReactNode } from "react";
import "./heading.css";

interface Props {
  title: string;
  /** In place of the plain title, where more than words stands there. */
  shown?: ReactNode;
  /** Left of the title, no part of it. */
  before?: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
}

export function Heading({ title, shown, before, lead, children }: Props) {
  return (
    <header className="page-heading">
      {before}
      <div className="heading-words">
        <h1>{shown ?? <bdi>{title}</bdi>}</h1>
        {lead && <p className="lead">{lead}</p>}
      </div>
      {children && <div className="heading-actions">{children}</div>}
    </header>
  );
}
