import "@fontsource-variable/inter/wght.css";
import "./theme/mantine.css";
import "@mantine/notifications/styles.css";
import "./theme/tokens.css";
import "./theme/base.css";
import { createRoot } from "react-dom/client";
import { App, fetchFirstPage } from "./app";
import { speak } from "./i18n";
import { keepApp } from "./state/offline";
import { appearance, wear } from "./theme/appearance";

wear(appearance.get());
await speak(appearance.get().language);
fetchFirstPage();
createRoot(document.getElementById("root") as HTMLElement).render(<App />);
if (import.meta.env.PROD) keepApp();
