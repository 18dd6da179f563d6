/** A diagram, drawn from its source and shown as a picture, so that nothing in it can run or be followed. */
import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useState } from "react";
import { t } from "../i18n";
import { Source } from "./Code";
import { drawn } from "./diagrams";
import { useReading } from "./reading";

type State = { kind: "drawing" } | { kind: "drawn"; url: string } | { kind: "wrong"; message: string };

export default function Mermaid({ source }: { source: string }) {
  const { isPaper } = useReading();
  const screen = useComputedColorScheme("light");
  const scheme = isPaper ? "light" : screen;
  const [state, setState] = useState<State>({ kind: "drawing" });
  useEffect(() => {
    let isHere = true;
    let url = "";
    drawn(source, scheme).then(
      (svg) => {
        if (!isHere) return;
        url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
        setState({ kind: "drawn", url });
      },
      (error: unknown) => {
        if (isHere)
          setState({ kind: "wrong", message: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => {
      isHere = false;
      if (url) URL.revokeObjectURL(url);
    };
  }, [source, scheme]);
  if (state.kind !== "drawn")
    return (
      <>
        <Source text={source} language="" />
        {state.kind === "wrong" && (
          <p className="mistake" role="note">
            {t("sidePanel.text.diagramWrong")} <code>{state.message}</code>
          </p>
        )}
      </>
    );
  return (
    <figure className="diagram" dir="ltr">
      <img src={state.url} alt={t("sidePanel.text.diagram")} />
      <details>
        <summary>{t("sidePanel.text.source")}</summary>
        <Source text={source} language="" />
      </details>
    </figure>
  );
}
