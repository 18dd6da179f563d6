/** One public link: its address, what it shows and in which state, and what can be done with it. */
import { ActionIcon, Button, Progress } from "@mantine/core";
import { IconExternalLink, IconQrcode } from "@tabler/icons-react";
import { useState } from "react";
import { t } from "../../i18n";
import { exact, nameOfNote } from "../../i18n/dates";
import { done } from "../../notices";
import { type Share, useRefreshShare } from "../../state/shares";
import { busy } from "../../ui/busy";
import { CopyButton } from "../../ui/CopyButton";
import { LinkOptions } from "./LinkOptions";
import { LinkViews } from "./LinkViews";
import { usePictures } from "./pictures";
import { QrCode } from "./QrCode";
import { RevokeLink } from "./RevokeLink";
import { StateMark } from "./StateMark";
import { errorOfFreeze, factsOf, shownAs } from "./words";

export function LinkCard({ share }: { share: Share }) {
  const shown = shownAs(share);
  usePictures(share);
  return (
    <li className="link" data-share={share.id}>
      <Address url={share.url} />
      <p className="link-facts">
        <StateMark share={share} />
        {factsOf(share).map((fact, at) => (
          <span key={fact} title={at === 0 && share.frozenAt ? exact(share.frozenAt) : undefined}>
            {fact}
          </span>
        ))}
      </p>
      {shown in WHY && <p className="settings-hint">{t(`shares.stateWhy.${shown as keyof typeof WHY}`)}</p>}
      {share.freezing && <Freezing {...share.freezing} />}
      <Warnings share={share} />
      <Acts share={share} />
      <LinkOptions share={share} />
      <LinkViews share={share} />
    </li>
  );
}

const WHY = { expired: true, used_up: true, trash: true };

function Address({ url }: { url: string }) {
  const [isQrShown, showQr] = useState(false);
  const name = t(isQrShown ? "shares.hideQr" : "shares.showQr");
  return (
    <>
      <div className="link-address">
        <input
          readOnly
          dir="ltr"
          aria-label={t("shares.address")}
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={url} />
        <ActionIcon
          variant="default"
          size={36}
          aria-label={name}
          title={name}
          aria-pressed={isQrShown}
          onClick={() => showQr(!isQrShown)}
        >
          <IconQrcode size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
        <ActionIcon
          component="a"
          variant="default"
          size={36}
          href={url}
          target="_blank"
          rel="noreferrer"
          aria-label={t("shares.open")}
          title={t("shares.open")}
        >
          <IconExternalLink size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </div>
      {isQrShown && <QrCode text={url} />}
    </>
  );
}

function Freezing({ done, total }: { done: number; total: number }) {
  const words = t("shares.freezingCount", { done, total });
  return (
    <div className="link-freezing">
      <Progress.Root size={6}>
        <Progress.Section
          value={total > 0 ? (done / total) * 100 : 0}
          aria-label={t("shares.freezing")}
          aria-valuetext={words}
        />
      </Progress.Root>
      <p className="settings-hint">{words}</p>
    </div>
  );
}

function Warnings({ share: { warnings } }: { share: Share }) {
  if (warnings.length === 0) return null;
  return (
    <details className="link-part link-warnings">
      <summary>{t("shares.warnings", { count: warnings.length })}</summary>
      <ul>
        {warnings.map(({ noteId, name, message, words }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no ids, and never change places
          <li key={at}>
            {noteId && <strong dir="auto">{nameOfNote(name)}: </strong>}
            <span lang={words ? undefined : "en"}>{words ?? message}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Acts({ share }: { share: Share }) {
  const refresh = useRefreshShare(share.id);
  const { changes, freezing } = share;
  const words =
    refresh.isPending || freezing
      ? t("common.sending")
      : changes > 0
        ? t("shares.refreshSince", { count: changes })
        : t("shares.refresh");
  const run = () => {
    if (refresh.isPending || freezing) return;
    const after = (fresh: Share) => done(t(fresh.freezing ? "shares.refreshBegun" : "shares.refreshed"));
    refresh.mutate(undefined, { onSuccess: after });
  };
  return (
    <>
      <div role="alert">
        {refresh.error && <p className="settings-notice is-fault">{errorOfFreeze(refresh.error)}</p>}
      </div>
      <div className="settings-actions link-acts">
        <Button
          variant={changes > 0 ? "light" : "default"}
          onClick={run}
          {...busy(refresh.isPending || freezing !== null)}
        >
          {words}
        </Button>
        <RevokeLink share={share} />
      </div>
    </>
  );
}
