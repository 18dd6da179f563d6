/** An account that was to be deleted is kept, because its user signed in: said once, wherever they arrive. */
import { useEffect } from "react";
import { useSearchParams } from "wouter";
import { t } from "../i18n";
import { done } from "../notices";

export function showRestoredNotice(): void {
  done(t("shell.broughtBack"));
}

/** After a sign-in elsewhere, the address tells. */
export function useRestoredNotice(): void {
  const [search, setSearch] = useSearchParams();
  const isTold = search.has("broughtBack");
  useEffect(() => {
    if (!isTold) return;
    showRestoredNotice();
    setSearch(
      (before) => {
        before.delete("broughtBack");
        return before;
      },
      { replace: true },
    );
  }, [isTold, setSearch]);
}
