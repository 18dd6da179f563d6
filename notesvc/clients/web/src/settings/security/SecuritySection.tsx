/** Password, linked accounts, e-mail address, passkeys and authenticator app of who is signed in. */
import { t } from "../../i18n";
import { useSecurity } from "../../state/security";
import { Waiting } from "../../ui/States";
import { useProfile } from "../account";
import { Accounts } from "./Accounts";
import { App } from "./App";
import { ChangeEmail } from "./ChangeEmail";
import { ChangePassword } from "./ChangePassword";
import { Passkeys } from "./Passkeys";
import "./security.css";

export default function SecuritySection() {
  const security = useSecurity();
  const profile = useProfile();
  return (
    <>
      <p className="settings-lead">{t("settings.security.lead")}</p>
      <Waiting for={security.data ? profile : security} />
      {security.data && profile.data && (
        <>
          <ChangePassword hasPassword={security.data.hasPassword} email={profile.data.email} />
          <Accounts />
          <ChangeEmail email={profile.data.email} isVerified={security.data.emailVerified} />
          <Passkeys />
          <App isOn={security.data.secondFactor} codesLeft={security.data.recoveryCodesLeft} />
        </>
      )}
    </>
  );
}
