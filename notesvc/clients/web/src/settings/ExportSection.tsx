/** The whole workspace as a file, in three forms; the browser downloads it, so that its size is no matter. */
import { Button, Checkbox } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { t } from "../i18n";
import { done } from "../notices";

const FORMS = ["zip", "json", "html"] as const;

export function ExportSection() {
  const [hasVersions, setHasVersions] = useState(false);
  return (
    <>
      <p className="settings-lead">{t("settings.export.lead")}</p>
      <ul className="settings-rows">
        {FORMS.map((form) => (
          <li key={form} className="export">
            <div>
              <h2>{t(`settings.export.${form}`)}</h2>
              <p>{t(`settings.export.${form}Text`)}</p>
            </div>
            <Button
              className="export-download"
              component="a"
              variant="default"
              href={addressOf(form, hasVersions)}
              download
              aria-label={t("common.about", {
                what: t("settings.export.download"),
                said: t(`settings.export.${form}`),
              })}
              leftSection={<IconDownload size={16} stroke={1.5} aria-hidden="true" />}
              onClick={() => done(t("settings.export.started"))}
            >
              {t("settings.export.download")}
            </Button>
          </li>
        ))}
      </ul>
      <Checkbox
        mt={20}
        label={t("settings.export.versions")}
        description={t("settings.export.versionsHint")}
        checked={hasVersions}
        onChange={(event) => setHasVersions(event.currentTarget.checked)}
      />
    </>
  );
}

/** A site to browse holds no versions. */
export function addressOf(form: (typeof FORMS)[number], hasVersions: boolean): string {
  return `/api/data/export?format=${form}${hasVersions && form !== "html" ? "&versions=true" : ""}`;
}
