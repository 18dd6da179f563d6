import "./theme/fonts.css";
import "./theme/mantine.css";
import "virtual:mantine-variables.css";
import "./theme/tokens.css";
import "./theme/looks.css";
import "./theme/base.css";
import "./theme/contrast.css";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App, fetchFirstPage } from "./app";
import { speak } from "./i18n";
import { hasFirstView } from "./shell/firstView";
import { keepApp } from "./state/offline";
import { appearance, wear } from "./theme/appearance";

wear(appearance.get());
// Not awaited: a language's file imports this one, and would wait for it in turn.
void speak(appearance.get().language).then(async () => {
  const fetched = fetchFirstPage();
  // Beneath what is read already the app comes as a whole: a page that follows its frame is held back by React a while.
  if (hasFirstView()) await fetched;
  // In steps between which the page answers: it may hold a note already that somebody reads.
  const root = createRoot(document.getElementById("root") as HTMLElement);
  startTransition(() => root.render(<App />));
  void import("./theme/otherLetters");
  if (import.meta.env.PROD) keepApp();
});
