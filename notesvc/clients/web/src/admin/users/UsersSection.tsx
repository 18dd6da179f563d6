/** Everybody who has an account, by address, and what can be done about it. */
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useRef, useState } from "react";
import { t } from "../../i18n";
import { FilterBox } from "../../ui/FilterBox";
import { Waiting } from "../../ui/States";
import { type Account, accountsQuery } from "../admin";
import { ChangeDialog, type Deed } from "./ChangeDialog";
import { NewUserDialog } from "./NewUserDialog";
import { QuotaDialog } from "./QuotaDialog";
import { UserRow } from "./UserRow";

type Open = { what: "new" } | { what: "quota" | Deed; user: Account } | null;

export default function UsersSection() {
  const [typed, setTyped] = useState("");
  const users = useInfiniteQuery(accountsQuery(useDeferredValue(typed.trim())));
  const [open, setOpen] = useState<Open>(null);
  const make = useRef<HTMLButtonElement>(null);
  const close = () => {
    if (open !== null && "user" in open) focusMenuOf(open.user);
    setOpen(null);
  };
  const found = users.data?.pages.flatMap((page) => page.users) ?? [];
  return (
    <>
      <p className="settings-lead">{t("admin.users.lead")}</p>
      <div className="admin-bar">
        <FilterBox value={typed} onChange={setTyped} label={t("admin.users.find")} />
        <Button
          ref={make}
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => setOpen({ what: "new" })}
        >
          {t("admin.users.make")}
        </Button>
      </div>
      <Waiting for={users} />
      {users.data && found.length === 0 && <p role="status">{t("admin.users.none")}</p>}
      {found.length > 0 && (
        <ul className="settings-rows" aria-label={t("admin.sections.users")}>
          {found.map((user) => (
            <UserRow key={user.id} of={user} onOpen={(what) => setOpen({ what, user })} />
          ))}
        </ul>
      )}
      {users.hasNextPage && <More of={users} />}
      {open?.what === "new" && <NewUserDialog onClose={close} />}
      {open?.what === "quota" && <QuotaDialog of={open.user} onClose={close} />}
      {open && open.what !== "new" && open.what !== "quota" && (
        <ChangeDialog of={open.user} deed={open.what} onClose={close} />
      )}
    </>
  );
}

interface Pages {
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

export function More({ of: pages }: { of: Pages }) {
  return (
    <Button
      mt={12}
      variant="default"
      data-disabled={pages.isFetchingNextPage || undefined}
      onClick={() => pages.isFetchingNextPage || void pages.fetchNextPage()}
    >
      {t(pages.isFetchingNextPage ? "settings.showMoreSending" : "settings.showMore")}
    </Button>
  );
}

/** The menu that opened a dialog is gone with its items: its button takes the focus again. */
function focusMenuOf(user: Account): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-user="${user.id}"]`)?.focus());
}
