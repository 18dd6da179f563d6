/** The browser extension: how to get it, how to load it, how to connect it; and what to do without it. */
import { Button, SegmentedControl } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { to } from "../../addresses";
import { t } from "../../i18n";
import { CopyButton } from "../../ui/CopyButton";
import { Link } from "../../ui/Link";
import { bookmarklet, clipperVersion, familyOf } from "./clipper";
import "./clipper.css";

const PICTURES = { chromium: { width: 760, height: 360 }, firefox: { width: 720, height: 240 } };

export default function ClipperSection() {
  const version = useQuery(clipperVersion).data;
  const [family, setFamily] = useState(familyOf(navigator.userAgent));
  return (
    <div className="clipper">
      <p className="settings-lead">{t("settings.clipper.lead")}</p>
      <SegmentedControl
        aria-label={t("settings.clipper.browser")}
        value={family}
        onChange={(chosen) => setFamily(chosen === "firefox" ? "firefox" : "chromium")}
        data={[
          { value: "chromium", label: "Chrome, Edge, Brave" },
          { value: "firefox", label: "Firefox" },
        ]}
      />
      <ol>
        <Step title={t("settings.clipper.get")}>
          <Button
            component="a"
            href={`/clipper/notes-clipper.${family === "firefox" ? "xpi" : "zip"}`}
            download
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.5} aria-hidden="true" />}
          >
            {t("settings.clipper.download")}
          </Button>
          {version && <span className="settings-hint">{t("settings.clipper.version", { version })}</span>}
        </Step>
        <Step title={t("settings.clipper.load")}>
          <p>{t(`settings.clipper.loadIn.${family}`)}</p>
          <img
            src={`/app/clipper-${family}.png`}
            alt={t(`settings.clipper.picture.${family}`)}
            {...PICTURES[family]}
            loading="lazy"
          />
        </Step>
        <Step title={t("settings.clipper.connect")}>
          <p>{t("settings.clipper.connectText")}</p>
          <div className="clipper-address">
            <code>{location.origin}</code>
            <CopyButton text={location.origin} />
          </div>
          <p className="settings-hint">
            {t("settings.clipper.orKey")}{" "}
            <Link href={to.settings("keys")}>{t("settings.sections.keys")}</Link>
          </p>
        </Step>
      </ol>
      <h2>{t("settings.clipper.without")}</h2>
      <p>{t("settings.clipper.bookmarkletText")}</p>
      <Bookmarklet />
      <p className="settings-hint">{t("settings.clipper.shareText")}</p>
    </div>
  );
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h2>{title}</h2>
      {children}
    </li>
  );
}

/** Dragged to the bar of bookmarks; here it does nothing, since this page's policy runs no such address. */
function Bookmarklet() {
  const set = (link: HTMLAnchorElement | null) => link?.setAttribute("href", bookmarklet(location.origin));
  return (
    <a className="clipper-bookmarklet" href="#bookmark" ref={set}>
      {t("settings.clipper.bookmarklet")}
    </a>
  );
}
