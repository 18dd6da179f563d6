/** Where a window beside ends: it tells the page that waits, and goes. */
import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useSearchParams } from "wouter";
import { t } from "../i18n";
import { AccountPage } from "./AccountPage";
import { FormError } from "./FormError";
import { tellProven } from "./providerPopup";
import { problemAt } from "./providers";

export default function Proven() {
  const [search] = useSearchParams();
  const problem = search.get("problem");
  useEffect(() => {
    tellProven(problem);
    // Browsers close only what a page has opened; others read what to do.
    if (problem === null) window.close();
  }, [problem]);
  return (
    <AccountPage
      title={t(problem === null ? "providers.proof.doneTitle" : "providers.proof.failedTitle")}
      lead={t(problem === null ? "providers.proof.doneLead" : "providers.proof.failedLead")}
    >
      <div className="account-form">
        <FormError text={problemAt(problem)} />
        <Button variant="default" onClick={() => window.close()}>
          {t("providers.proof.close")}
        </Button>
      </div>
    </AccountPage>
  );
}
