/** A button for each external provider; leaving and coming back is the browser's own way. */
import { Button } from "@mantine/core";
import { IconBuilding, IconCode, IconUserCircle } from "@tabler/icons-react";
import type { MouseEvent } from "react";
import { t } from "../i18n";
import { nameOf, signInAt } from "./providers";
import type { SignInMethods } from "./signInMethods";

interface Props {
  methods: SignInMethods;
  next: string;
  invite?: string;
  /** Whether one may go now; where not, the page says why. */
  mayGo?: () => boolean;
}

// Plain ones: the providers' own marks are theirs, and bound to their rules.
const ICONS: Record<string, typeof IconBuilding> = { google: IconUserCircle, github: IconCode };

export function ProviderIcon({ provider }: { provider: string }) {
  const Icon = ICONS[provider] ?? IconBuilding;
  return <Icon size={16} stroke={1.5} aria-hidden="true" />;
}

export function ProviderButtons({ methods, next, invite, mayGo }: Props) {
  const go = (event: MouseEvent) => {
    if (mayGo && !mayGo()) event.preventDefault();
  };
  return (
    <div className="account-providers">
      {methods.providers.map((provider) => (
        <Button
          key={provider}
          component="a"
          href={signInAt(provider, next, invite)}
          variant="default"
          fullWidth
          leftSection={<ProviderIcon provider={provider} />}
          onClick={go}
        >
          {t("providers.go", { name: nameOf(provider, methods) })}
        </Button>
      ))}
    </div>
  );
}

/** Between two ways in. */
export function Or() {
  return (
    <p className="account-or">
      <span>{t("providers.or")}</span>
    </p>
  );
}
