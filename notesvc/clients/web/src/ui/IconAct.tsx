/** A button that is an icon; its name is read out and shown on hover. */
import type { ComponentType } from "react";

export type IconType = ComponentType<{ size?: number; stroke?: number }>;

interface Props {
  id?: string;
  name: string;
  icon: IconType;
  run: () => void;
}

export function IconAct({ id, name, icon: Icon, run }: Props) {
  return (
    <button id={id} type="button" className="frame-act" aria-label={name} title={name} onClick={run}>
      <Icon size={18} stroke={1.6} />
    </button>
  );
}
