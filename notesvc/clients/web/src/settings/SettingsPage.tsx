/** Settings: a list of sections, and the chosen one beside it; on a narrow page one or the other. */
import { type ComponentType, lazy } from "react";
import { useParams } from "wouter";
import { to } from "../addresses";
import { t } from "../i18n";
import { Sections } from "../ui/Sections";
import { AppearanceSection } from "./AppearanceSection";
import { ExportSection } from "./ExportSection";
import { ShortcutsSection } from "./ShortcutsSection";

const SECTIONS = {
  profile: lazy(() => import("./ProfileSection")),
  security: lazy(() => import("./security/SecuritySection")),
  appearance: AppearanceSection,
  notifications: lazy(() => import("../notifications/NotificationsSection")),
  shortcuts: ShortcutsSection,
  keys: lazy(() => import("./keys/KeysSection")),
  ai: lazy(() => import("./ai/AiSection")),
  clipper: lazy(() => import("./clipper/ClipperSection")),
  import: lazy(() => import("./import/ImportSection")),
  export: ExportSection,
  sessions: lazy(() => import("./SessionsSection")),
  deletion: lazy(() => import("./DeletionSection")),
} satisfies Record<string, ComponentType>;

export default function SettingsPage() {
  const { section } = useParams<{ section?: string }>();
  return (
    <Sections
      title={t("settings.title")}
      shown={SECTIONS}
      chosen={section}
      nameOf={(name: keyof typeof SECTIONS) => t(`settings.sections.${name}`)}
      addressOf={to.settings}
      all={{ words: t("settings.all"), address: to.settings() }}
    />
  );
}
