/** Password, linked accounts, e-mail address, passkeys and authenticator app of who is signed in. */
import { useSignInMethods } from "../../account/signInMethods";
import { t } from "../../i18n";
import { type Security, useAccounts, useSecurity } from "../../state/security";
import { InOrder, isComing, Waiting } from "../../ui/States";
import { useProfile } from "../account";
import { Accounts } from "./Accounts";
import { App } from "./App";
import { ChangeEmail } from "./ChangeEmail";
import { ChangePassword } from "./ChangePassword";
import { Passkeys } from "./Passkeys";
import { usePasskeys } from "./passkeys";
import "./security.css";

export default function SecuritySection() {
  const security = useSecurity();
  const profile = useProfile();
  return (
    <>
      <p className="settings-lead">{t("settings.security.lead")}</p>
      <Waiting for={security.data ? profile : security} />
      {security.data && profile.data && <Parts security={security.data} email={profile.data.email} />}
    </>
  );
}

function Parts({ security, email }: { security: Security; email: string }) {
  const arePasskeysComing = isComing(usePasskeys());
  const areAccountsComing = [useAccounts(), useSignInMethods()].some(isComing);
  return (
    <InOrder
      parts={[
        [false, <ChangePassword key="password" hasPassword={security.hasPassword} email={email} />],
        [areAccountsComing, <Accounts key="accounts" />],
        [false, <ChangeEmail key="email" email={email} isVerified={security.emailVerified} />],
        [arePasskeysComing, <Passkeys key="passkeys" />],
        [false, <App key="app" isOn={security.secondFactor} codesLeft={security.recoveryCodesLeft} />],
      ]}
    />
  );
}
