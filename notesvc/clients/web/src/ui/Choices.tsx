/** A menu at a point of the page. */
import { Menu } from "@mantine/core";
import { Fragment, useRef } from "react";
import type { IconType } from "./IconAct";
import "./choices.css";

export interface Choice {
  name: string;
  icon: IconType;
  keys?: string;
  isDanger?: boolean;
  /** A line above it. */
  isApart?: boolean;
  run: () => void;
}

interface Props {
  name: string;
  x: number;
  y: number;
  choices: readonly Choice[];
  /** `isChosen`: something was, so what it does decides on the focus. */
  onClose: (isChosen: boolean) => void;
}

export default function Choices({ name, x, y, choices, onClose }: Props) {
  const isChosen = useRef(false);
  return (
    <Menu
      opened
      position="bottom-start"
      offset={2}
      // Where it belongs on the page, so that it belongs to the same region for screen readers.
      withinPortal={false}
      floatingStrategy="fixed"
      trapFocus
      withInitialFocusPlaceholder={false}
      // Not keys: the one that opens it is still on its way.
      clickOutsideEvents={["mousedown", "touchstart"]}
      onClose={() => onClose(isChosen.current)}
    >
      <Menu.Target>
        <button
          type="button"
          className="choices-at"
          tabIndex={-1}
          aria-hidden="true"
          aria-label={name}
          style={{ transform: `translate(${x}px, ${y}px)` }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={name}>
        {choices.map(({ name, icon: Icon, keys, isDanger, isApart, run }) => (
          <Fragment key={name}>
            {isApart && <Menu.Divider />}
            <Menu.Item
              leftSection={<Icon size={16} stroke={1.6} />}
              rightSection={keys && <kbd>{keys}</kbd>}
              color={isDanger ? "var(--danger)" : undefined}
              onClick={() => {
                isChosen.current = true;
                run();
              }}
            >
              {name}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
