/** Connecting a device that shows a code: the code, the question behind it, and how it ended. */
import { Button } from "@mantine/core";
import { lazy, Suspense, useEffect, useState } from "react";
import { Redirect, useSearchParams } from "wouter";
import { to } from "../../addresses";
import type { User } from "../../api";
import { t } from "../../i18n";
import { useUser } from "../../state/session";
import { Link } from "../../ui/Link";
import { AccountPage } from "../AccountPage";
import { CodeForm } from "./CodeForm";
import { type Asking, codeInAddress } from "./device";
import { type Outcome, Question } from "./Question";
import "./device.css";

const SignInAgain = lazy(() => import("../SignInAgain"));

export default function DevicePage() {
  const user = useUser();
  const [search, setSearch] = useSearchParams();
  const code = codeInAddress(search);
  if (user === null) return <Redirect to={to.signIn(to.device(code))} replace />;
  if (!user) return null;
  return (
    <>
      <Steps key={code} code={code} user={user} onAnother={() => setSearch({})} />
      <Suspense fallback={null}>
        <SignInAgain />
      </Suspense>
    </>
  );
}

interface StepsProps {
  code: string;
  user: User;
  onAnother: () => void;
}

function Steps({ code, user, onAnother }: StepsProps) {
  const [asking, setAsking] = useState<Asking>();
  const [outcome, setOutcome] = useState<Outcome>();
  useExpiry(outcome === undefined ? asking : undefined, () => setOutcome("expired"));
  if (asking === undefined) {
    return (
      <AccountPage title={t("device.title")} lead={t("device.lead")}>
        <CodeForm code={code} onFound={setAsking} />
      </AccountPage>
    );
  }
  const name = asking.device.name;
  if (outcome === undefined) {
    return (
      <AccountPage
        key="question"
        title={t("device.askedTitle", { name })}
        lead={t("device.askedLead", { user: user.name })}
      >
        <Question asking={asking} onEnd={setOutcome} />
      </AccountPage>
    );
  }
  const again = () => {
    setAsking(undefined);
    setOutcome(undefined);
    onAnother();
  };
  return <Ended outcome={outcome} name={name} onAnother={again} />;
}

function Ended({ outcome, name, onAnother }: { outcome: Outcome; name: string; onAnother: () => void }) {
  return (
    <AccountPage
      key="ended"
      title={t(`device.${outcome}Title`, { name })}
      lead={t(`device.${outcome}Lead`, { name })}
    >
      {outcome === "approved" && <p className="device-more">{t("device.approvedKeys")}</p>}
      <div className="device-answers">
        {(outcome === "approved" || outcome === "gone") && (
          <Link href={to.settings("keys")}>{t("device.toKeys")}</Link>
        )}
        {outcome !== "approved" && (
          <Button variant="default" onClick={onAnother}>
            {t("device.another")}
          </Button>
        )}
        <Link href={to.home}>{t("device.toNotes")}</Link>
      </div>
    </AccountPage>
  );
}

/** Tell once the code's time is over. */
function useExpiry(asking: Asking | undefined, onOver: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time of this code, not of this rendering.
  useEffect(() => {
    if (asking === undefined) return;
    const ending = setTimeout(onOver, Math.max(0, asking.endsAt - Date.now()));
    return () => clearTimeout(ending);
  }, [asking]);
}
