import { t } from "@lingui/core/macro";
import { SecretDialog } from "../secret-dialog.tsx";

export interface WebhookSecretProps {
  title: string;
  secret: string;
  onClose: () => void;
}

/** The signing secret of a webhook, shown once. */
export function WebhookSecret(props: WebhookSecretProps) {
  return (
    <SecretDialog
      label={t`Signing secret`}
      text={t`The receiving program verifies with it that a delivery comes from here.`}
      {...props}
    />
  );
}
