/** A picture that is opened large by a press, where that is what a press means. */
import { type ReactElement, useContext } from "react";
import { t } from "../i18n";
import { OpensPictures, viewer } from "./viewer";

export function Opener({ name, children }: { name: string; children: ReactElement }) {
  if (!useContext(OpensPictures)) return children;
  return (
    <button
      type="button"
      className="picture-opener"
      aria-label={name ? t("sidePanel.viewer.viewNamed", { name }) : t("sidePanel.viewer.view")}
      onClick={({ currentTarget }) => {
        const image = currentTarget.querySelector("img");
        if (image) viewer.open(image);
      }}
    >
      {children}
    </button>
  );
}
