/** Password, linked accounts, e-mail address, passkeys and authenticator app of who is signed in. */
import { t } from "../../words";
import { useProfile } from "../account";
import { Waiting } from "../Waiting";
import { Accounts } from "./Accounts";
import { App } from "./App";
import { ChangeEmail } from "./ChangeEmail";
import { ChangePassword } from "./ChangePassword";
import { Passkeys } from "./Passkeys";
import { useSecurity } from "./security";
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
