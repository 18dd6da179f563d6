/** All public links of the user: found, looked at and ended. */
import { Button } from "@mantine/core";
import { useDeferredValue, useMemo, useState } from "react";
import { to } from "../../addresses";
import { t } from "../../i18n";
import { done } from "../../notices";
import { type Share, useRevokeAllShares, useShares } from "../../state/shares";
import { Choice } from "../../ui/Choice";
import { Confirm } from "../../ui/Confirm";
import { FilterBox } from "../../ui/FilterBox";
import { errorOfCall } from "../../ui/formErrors";
import { Link } from "../../ui/Link";
import { Rows } from "../../ui/Rows";
import { Empty, Shown } from "../../ui/States";
import { LinkRow } from "./LinkRow";
import { FILTERS, type Filter, filtered } from "./overview";
import { RevokeQuestion } from "./RevokeLink";
import "../../ui/list-bar.css";
import "./overview.css";

export default function LinksOverview() {
  const shares = useShares();
  return (
    <Shown query={shares}>
      {(all) =>
        all.length === 0 ? (
          <Empty title={t("shares.list.none")}>
            <p>{t("shares.list.noneHint")}</p>
            <Link href={to.recents}>{t("shell.recents")}</Link>
          </Empty>
        ) : (
          <Found all={all} />
        )
      }
    </Shown>
  );
}

function Found({ all }: { all: readonly Share[] }) {
  const [text, setText] = useState("");
  const [filter, setFilter] = useState<Filter>("all");
  const [revoking, setRevoking] = useState<Share | "all" | null>(null);
  const wanted = useDeferredValue(text);
  const found = useMemo(() => filtered(all, wanted, filter), [all, wanted, filter]);
  const left = all.filter(({ state }) => state !== "revoked").length;
  return (
    <div>
      <div className="list-bar">
        <FilterBox value={text} onChange={setText} label={t("shares.list.filter")} />
        <Choice
          label={t("shares.list.states")}
          value={filter}
          onChange={setFilter}
          options={FILTERS.map((each) => [each, t(`shares.list.${each}`)])}
        />
        {left > 0 && (
          <Button
            className="links-revoke-all"
            variant="subtle"
            color="red"
            onClick={() => setRevoking("all")}
          >
            {t("shares.list.revokeAll")}
          </Button>
        )}
      </div>
      <p className="sr-only" role="status">
        {t("shares.list.count", { count: found.length })}
      </p>
      {found.length === 0 ? (
        <p className="links-none">{t("shares.list.noMatch")}</p>
      ) : (
        <Rows items={found} keyOf={({ id }) => id} label={t("sharing.links.title")}>
          {(share) => <LinkRow share={share} onRevoke={setRevoking} />}
        </Rows>
      )}
      {revoking === "all" && <RevokeAll count={left} onClose={() => setRevoking(null)} />}
      {revoking !== null && revoking !== "all" && (
        <RevokeQuestion share={revoking} onClose={() => setRevoking(null)} />
      )}
    </div>
  );
}

function RevokeAll({ count, onClose }: { count: number; onClose: () => void }) {
  const revoke = useRevokeAllShares();
  return (
    <Confirm
      title={t("shares.list.revokeAllTitle")}
      action={t("shares.list.revokeAllVerb")}
      isDanger
      inWords={errorOfCall}
      onYes={() => revoke.mutateAsync()}
      onDone={() => {
        onClose();
        done(t("shares.list.revokedAll"));
      }}
      onClose={onClose}
    >
      <p>{t("shares.list.revokeAllText", { count })}</p>
    </Confirm>
  );
}
