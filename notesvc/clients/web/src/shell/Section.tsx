/** A part of the sidebar with a heading that folds it away; which parts are folded is remembered. */
import { IconChevronRight } from "@tabler/icons-react";
import { type ComponentType, type ReactNode, useId } from "react";
import { layout, type Section as SectionId, useLayout } from "./layout";

interface Props {
  id: SectionId;
  name: string;
  /** At the end of the heading. */
  action?: { name: string; icon: ComponentType<{ size?: number; stroke?: number }>; run: () => void };
  children: ReactNode;
}

export function Section({ id, name, action, children }: Props) {
  const isFolded = useLayout().folded.includes(id);
  const content = useId();
  const Icon = action?.icon;
  return (
    <section className="sidebar-section" data-section={id} aria-label={name}>
      <div className="sidebar-heading">
        <button
          type="button"
          className="sidebar-heading-fold"
          aria-expanded={!isFolded}
          aria-controls={isFolded ? undefined : content}
          onClick={(event) => {
            const section = event.currentTarget.closest("section");
            layout.fold(id, !isFolded);
            // What unfolds at the very foot is brought into view.
            if (isFolded) requestAnimationFrame(() => section?.scrollIntoView({ block: "nearest" }));
          }}
        >
          <span>{name}</span>
          <IconChevronRight size={13} stroke={1.8} data-open={!isFolded || undefined} />
        </button>
        {action && Icon && (
          <button type="button" className="sidebar-heading-act" aria-label={action.name} onClick={action.run}>
            <Icon size={15} stroke={1.7} />
          </button>
        )}
      </div>
      {!isFolded && <div id={content}>{children}</div>}
    </section>
  );
}
