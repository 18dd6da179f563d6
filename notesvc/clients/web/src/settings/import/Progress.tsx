/** How far it is, as a bar and in words. */
import { Progress as Bar, Button } from "@mantine/core";
import { t } from "../../i18n";
import { locale } from "../../i18n/dates";
import type { Import } from "./jobs";
import { size } from "./reasons";

interface Props {
  title: string;
  /** Null where it is not known how much there is. */
  share: number | null;
  words: string;
  children?: React.ReactNode;
  onStop?: () => void;
}

export function Progress({ title, share, words, children, onStop }: Props) {
  return (
    <section className="import-progress">
      <h2>
        <bdi>{title}</bdi>
      </h2>
      <Bar.Root size={6}>
        <Bar.Section
          value={share === null ? 100 : share * 100}
          animated={share === null}
          striped={share === null}
          aria-label={title}
          aria-valuetext={words}
        />
      </Bar.Root>
      <p className="import-words" aria-live="off">
        {words}
      </p>
      {children}
      {onStop && (
        <Button variant="default" onClick={onStop}>
          {t("common.cancel")}
        </Button>
      )}
    </section>
  );
}

export function Sending({ of, onStop }: { of: Import & { step: "sending" }; onStop: () => void }) {
  const isSent = of.sent >= of.total;
  return (
    <Progress
      title={t("settings.import.uploading", { name: of.fileName })}
      share={isSent ? null : of.sent / Math.max(1, of.total)}
      words={
        isSent
          ? t("settings.import.received")
          : t("settings.import.uploaded", { sent: size(of.sent), total: size(of.total) })
      }
      onStop={onStop}
    />
  );
}

export function counted(done: number, total: number): string {
  const number = new Intl.NumberFormat(locale());
  return t("settings.import.counted", { done: number.format(done), total: number.format(total) });
}
