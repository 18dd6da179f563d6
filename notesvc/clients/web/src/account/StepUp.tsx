/** Asks who is signed in for the password, a code, a passkey, or a linked provider, over the page as it stands. */
import { Button, Modal } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { answer, api, isProblem } from "../api";
import { t } from "../i18n";
import { errorsAt } from "../i18n/problem";
import { answerProof } from "../state/proof";
import { useSecurity } from "../state/security";
import { signedOut } from "../state/session";
import { busy } from "../ui/busy";
import { errorOfCall, type FormErrors } from "../ui/formErrors";
import { PasswordField } from "../ui/PasswordField";
import { useFormErrors } from "../ui/useFormErrors";
import { CodeField } from "./CodeField";
import { FormError } from "./FormError";
import { PasskeyProof, useHasPasskey } from "./PasskeyProof";
import { ProviderProof, useProvers } from "./ProviderProof";
import { isProof } from "./providers";
import "./account.css";

export default function StepUp() {
  return (
    <Modal
      opened
      onClose={() => answerProof(false)}
      closeOnClickOutside={false}
      title={t("account.proof.title")}
      closeButtonProps={{ "aria-label": t("common.close") }}
      className="account-dialog"
    >
      <Proofs />
    </Modal>
  );
}

/** Whatever this account has. Without a password and an app, passkeys and the linked providers alone. */
function Proofs() {
  const { data: security } = useSecurity();
  const hasForm = security === undefined || security.hasPassword || security.secondFactor;
  const hasPasskey = useHasPasskey();
  const provers = useProvers()?.filter((each) => isProof(each, hasForm || hasPasskey));
  const isLost = !hasForm && !hasPasskey && provers?.length === 0;
  return (
    <>
      <p className="again-lead">{t(isLost ? "providers.proof.none" : "account.proof.lead")}</p>
      {hasForm && <ProofForm />}
      {hasPasskey && <PasskeyProof isOnly={!hasForm} />}
      {provers !== undefined && provers.length > 0 && (
        <ProviderProof provers={provers} isOnly={!hasForm && !hasPasskey} />
      )}
    </>
  );
}

const NO_PROOF = { password: null, code: null, passkey: null };

/** The password or a code, and sending it; `turn` is there where one may choose. */
function useProof() {
  const { data: security } = useSecurity();
  const [chosen, setChosen] = useState<"password" | "code">();
  const [typed, setTyped] = useState("");
  const [isSending, setSending] = useState(false);
  const form = useFormErrors();
  const kind = chosen ?? (security?.hasPassword === false ? "code" : "password");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = kind === "code" ? t("account.problem.noCode") : t("account.problem.noPassword");
    if (form.show({ [kind]: typed === "" ? missing : undefined }) || isSending) return;
    setSending(true);
    try {
      const body = kind === "code" ? { code: typed.trim() } : { password: typed };
      await answer(api.POST("/api/auth/step-up", { body: { ...NO_PROOF, ...body } }));
      answerProof(true);
    } catch (error) {
      form.show(errorsOf(error, kind));
      setSending(false);
    }
  };
  const field = form.input(kind, typed, setTyped);
  const turn = () => {
    setChosen(kind === "code" ? "password" : "code");
    setTyped("");
    form.show({});
  };
  const isChoice = security?.hasPassword && security.secondFactor;
  return { kind, field, problem: form.errors.form, isSending, submit, turn: isChoice ? turn : undefined };
}

function ProofForm() {
  const { kind, field, problem, isSending, submit, turn } = useProof();
  return (
    <form className="account-form" onSubmit={submit} noValidate aria-busy={isSending}>
      {kind === "code" ? (
        <CodeField {...field} />
      ) : (
        <PasswordField {...field} kind="current-password" isFirst />
      )}
      <FormError text={problem} />
      <div className="again-actions">
        <Button type="submit" {...busy(isSending)}>
          {isSending ? t("common.sending") : t("account.proof.do")}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => answerProof(false)}>
          {t("common.cancel")}
        </Button>
        {turn && (
          <Button variant="subtle" px={0} onClick={turn}>
            {t(kind === "code" ? "account.proof.usePassword" : "account.proof.useCode")}
          </Button>
        )}
      </div>
    </form>
  );
}

function errorsOf(error: unknown, kind: "password" | "code"): FormErrors {
  const isWrong = isProblem(error, "bad_credentials");
  if (!isWrong && isProblem(error, 401)) signedOut();
  return errorsAt(error, { bad_credentials: { [kind]: t(`account.problem.${kind}`) } }, errorOfCall);
}
