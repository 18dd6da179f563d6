/** The session has ended while the app was open: the same user's password, over the page as it stands. */
import { Button, Modal, Portal, TextInput } from "@mantine/core";
import { type FormEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { to } from "../addresses";
import type { User } from "../api";
import { t } from "../i18n";
import { errorsAt } from "../i18n/problem";
import { isTyping } from "../shell/commands";
import { client } from "../state/client";
import { isSignedOut, onSignedOut, sessionQuery, signedIn, useUser } from "../state/session";
import { busy } from "../ui/busy";
import { errorOfCall, type FormErrors } from "../ui/formErrors";
import { PasswordField } from "../ui/PasswordField";
import { CodeField } from "./CodeField";
import { FormError } from "./FormError";
import { PasskeySignIn } from "./PasskeySignIn";
import { onProven } from "./providerPopup";
import { nameOf, signInAt } from "./providers";
import { useSignInMethods } from "./signInMethods";
import { isCodeWanted, signIn } from "./signInRequests";
import "./account.css";

/** Milliseconds without a key after which nobody is typing. */
const PAUSE = 1_000;

export default function SignInAgain() {
  const user = useUser();
  const isOut = useSyncExternalStore(onSignedOut, isSignedOut);
  return user && isOut ? <Again user={user} /> : null;
}

function Again({ user }: { user: User }) {
  const [isPutOff, setPutOff] = useState(false);
  const isInText = useTyping();
  if (isInText) return null;
  if (isPutOff) {
    return (
      <Portal>
        <div className="again-bar" role="status">
          {t("account.again.closed")}
          <Button size="compact-sm" onClick={() => setPutOff(false)}>
            {t("account.again.open")}
          </Button>
        </div>
      </Portal>
    );
  }
  return (
    <Modal
      opened
      onClose={() => setPutOff(true)}
      closeOnClickOutside={false}
      closeOnEscape={false}
      onFocusCapture={(event) => leaveOthersOpen(event.target)}
      onKeyDown={(event) => event.key === "Escape" && setPutOff(true)}
      title={t("account.again.title")}
      closeButtonProps={{ "aria-label": t("account.again.later") }}
    >
      <AgainForm user={user} onPutOff={() => setPutOff(true)} />
    </Modal>
  );
}

/** Whether somebody is in the middle of a text: its next letters must not go into a field that comes up. */
function useTyping(): boolean {
  const [isInText, setInText] = useState(() => isTyping(document.activeElement));
  useEffect(() => {
    if (!isInText) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setInText(false), PAUSE);
    };
    wait();
    addEventListener("keydown", wait, true);
    return () => {
      clearTimeout(timer);
      removeEventListener("keydown", wait, true);
    };
  }, [isInText]);
  return isInText;
}

function AgainForm({ user, onPutOff }: { user: User; onPutOff: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const { password, setPassword, code, setCode, errors, setErrors, isSending, submit } = useAgain(
    user,
    input,
  );
  useAnotherTab();
  return (
    <form className="account-form" onSubmit={submit} noValidate aria-busy={isSending}>
      <p className="again-lead">{t("account.again.lead")}</p>
      <TextInput
        name="email"
        type="email"
        label={t("account.email")}
        value={user.email}
        readOnly
        autoComplete="username webauthn"
      />
      <PasswordField
        ref={input}
        isFirst
        kind="current-password"
        value={password}
        onChange={(typed) => {
          setPassword(typed);
          setErrors({});
        }}
        error={errors.password}
      />
      {code !== undefined && (
        <CodeField
          value={code}
          onChange={(typed) => {
            setCode(typed);
            setErrors({});
          }}
          error={errors.code}
        />
      )}
      <FormError text={errors.form} />
      <div className="again-actions">
        <Button type="submit" {...busy(isSending)}>
          {isSending ? t("common.sending") : t("account.signIn.do")}
        </Button>
        <Button variant="subtle" color="gray" onClick={onPutOff}>
          {t("account.again.later")}
        </Button>
        <a href={to.signIn()}>{t("account.again.other")}</a>
      </div>
      <PasskeySignIn onUser={(now) => goOn(user, now)} />
      <Providers />
    </form>
  );
}

/** The fields of the form, and sending them. */
function useAgain(user: User, input: RefObject<HTMLInputElement | null>) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState<string>();
  const [errors, setErrors] = useState<FormErrors>({});
  const [isSending, setSending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    try {
      goOn(user, await signIn(user.email, password, code));
    } catch (error) {
      setSending(false);
      if (isCodeWanted(error)) {
        setErrors(code === undefined ? {} : { code: t("account.problem.code") });
        setCode((typed) => typed ?? "");
        return;
      }
      const places = { unauthenticated: { password: t("account.problem.password") } };
      setErrors(errorsAt(error, places, errorOfCall));
      input.current?.select();
    }
  };
  return { password, setPassword, code, setCode, errors, setErrors, isSending, submit };
}

/** In another tab: this page stays as it is, and looks when it is in front again. */
function Providers() {
  const { data: methods } = useSignInMethods();
  if (!methods || methods.providers.length === 0) return null;
  return (
    <div className="account-providers">
      {methods.providers.map((provider) => (
        <a key={provider} href={signInAt(provider, to.proven)} target="_blank" rel="noreferrer">
          {t("providers.newTab", { name: nameOf(provider, methods) })}
        </a>
      ))}
    </div>
  );
}

/** Escape in here must not close a dialog below, and lose what was typed there: Mantine's mark for that. */
function leaveOthersOpen(target: EventTarget): void {
  (target as Element).setAttribute("data-mantine-stop-propagation", "true");
}

/** The same user goes on where they were; somebody else starts with a page of their own. */
function goOn(before: User, now: User): void {
  if (now.id !== before.id) {
    location.assign(to.home);
    return;
  }
  client.setQueryData(sessionQuery.queryKey, now);
  signedIn();
  void client.invalidateQueries();
}

/** Another tab may have signed in meanwhile: look when this one comes to the front. */
function useAnotherTab(): void {
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== "visible") return;
      const before = client.getQueryData(sessionQuery.queryKey);
      const response = await fetch("/api/auth/session").catch(() => null);
      if (!before || !response?.ok) return;
      const { user } = (await response.json().catch(() => ({}))) as { user?: User };
      if (user) goOn(before, user);
    };
    document.addEventListener("visibilitychange", look);
    const deaf = onProven((problem) => problem === null && void look());
    return () => {
      document.removeEventListener("visibilitychange", look);
      deaf();
    };
  }, []);
}
