/** Settings: a list of sections, and the chosen one beside it; on a narrow page one or the other. */
import { type ComponentType, lazy } from "react";
import { useParams } from "wouter";
import { to } from "../addresses";
import { t } from "../i18n";
import { Sections } from "../ui/Sections";
import { AppearanceSection } from "./AppearanceSection";
import { ExportSection } from "./ExportSection";
import { ShortcutsSection } from "./ShortcutsSection";

const YOU = {
  profile: lazy(() => import("./ProfileSection")),
  security: lazy(() => import("./security/SecuritySection")),
  sessions: lazy(() => import("./SessionsSection")),
  notifications: lazy(() => import("../notifications/NotificationsSection")),
} satisfies Record<string, ComponentType>;
const APP = {
  appearance: AppearanceSection,
  shortcuts: ShortcutsSection,
  ai: lazy(() => import("./ai/AiSection")),
  clipper: lazy(() => import("./clipper/ClipperSection")),
  keys: lazy(() => import("./keys/KeysSection")),
  devices: lazy(() => import("./devices/DevicesSection")),
} satisfies Record<string, ComponentType>;
const DATA = {
  storage: lazy(() => import("./storage/StorageSection")),
  import: lazy(() => import("./import/ImportSection")),
  export: ExportSection,
  deletion: lazy(() => import("./DeletionSection")),
} satisfies Record<string, ComponentType>;
const SECTIONS = { ...YOU, ...APP, ...DATA };

export default function SettingsPage() {
  const { section } = useParams<{ section?: string }>();
  return (
    <Sections
      title={t("settings.title")}
      shown={SECTIONS}
      chosen={section}
      nameOf={(name: keyof typeof SECTIONS) => t(`settings.sections.${name}`)}
      groupOf={(name) => t(`settings.groups.${name in YOU ? "you" : name in APP ? "app" : "data"}`)}
      addressOf={to.settings}
      all={{ words: t("settings.all"), address: to.settings() }}
    />
  );
}
