/** A piece of a line that opens what can be done with it. */
import { Popover } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  className: string;
  title?: string;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  /** What stands in the line. */
  label: ReactNode;
  children: ReactNode;
}

export function PieceWithPopover({ className, title, isOpen, onChange, label, children }: Props) {
  return (
    <Popover
      opened={isOpen}
      onChange={onChange}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="none"
      withinPortal
    >
      <Popover.Target>
        {/* biome-ignore lint/a11y/useSemanticElements: a button would break the line it stands in */}
        <span
          role="button"
          tabIndex={-1}
          className={className}
          title={title}
          contentEditable={false}
          onClick={() => onChange(true)}
          onKeyDown={(event) => event.key === "Enter" && onChange(true)}
        >
          {label}
        </span>
      </Popover.Target>
      <Popover.Dropdown className="note-ask">{children}</Popover.Dropdown>
    </Popover>
  );
}
