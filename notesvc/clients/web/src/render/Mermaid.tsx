/** A diagram, drawn from its source and shown as a picture, so that nothing in it can run or be followed. */
import { useComputedColorScheme } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { t } from "../i18n";
import { Source } from "./Code";
import { type Diagram, drawn, drawnBefore } from "./diagrams";
import { useReading } from "./reading";

type State = { kind: "drawing" } | { kind: "drawn"; diagram: Diagram } | { kind: "wrong"; message: string };

interface Props {
  source: string;
  /** The source as it is shown, or written, in place of what is to read. */
  children?: ReactNode;
  /** Whether that is seen at first. */
  isOpen?: boolean;
}

export default function Mermaid({ source, children, isOpen = false }: Props) {
  const state = useDrawing(source);
  const text = children ?? <Source text={source} language="" />;
  const isDrawn = state.kind === "drawn";
  // One tree for all states: what is written in keeps its place in it.
  return (
    <figure className={`diagram is-${state.kind}`} dir="ltr">
      {isDrawn && <Picture {...state.diagram} />}
      <Fold isFolded={isDrawn} isOpen={isOpen}>
        {text}
      </Fold>
      {state.kind === "wrong" && (
        <p className="mistake" role="note" contentEditable={false}>
          {t("sidePanel.text.diagramWrong")} <code>{state.message}</code>
        </p>
      )}
    </figure>
  );
}

function useDrawing(source: string): State {
  const { isPaper } = useReading();
  const screen = useComputedColorScheme("light");
  const scheme = isPaper ? "light" : screen;
  const [state, setState] = useState<State>(() => {
    const diagram = drawnBefore(source, scheme);
    return diagram ? { kind: "drawn", diagram } : { kind: "drawing" };
  });
  useEffect(() => {
    let isHere = true;
    drawn(source, scheme).then(
      (diagram) => isHere && setState({ kind: "drawn", diagram }),
      (error: unknown) =>
        isHere &&
        setState({ kind: "wrong", message: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isHere = false;
    };
  }, [source, scheme]);
  return state;
}

function Picture({ svg, width, height }: Diagram) {
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={t("sidePanel.text.diagram")}
      width={width}
      height={height}
      contentEditable={false}
    />
  );
}

/** The source behind a picture; while there is none, the source itself. */
function Fold({ isFolded, isOpen, children }: { isFolded: boolean; isOpen: boolean; children: ReactNode }) {
  const [isAsked, ask] = useState(isOpen);
  return (
    <details open={!isFolded || isAsked} onToggle={(event) => isFolded && ask(event.currentTarget.open)}>
      <summary contentEditable={false} hidden={!isFolded}>
        {t("sidePanel.text.source")}
      </summary>
      {children}
    </details>
  );
}
