import { t } from "@lingui/core/macro";
import { Copy } from "lucide-react";
import { useId } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { FormAlert } from "../../ui/note.tsx";
import { toast } from "../../ui/toast-store.ts";
import { CodeField } from "./code-field.tsx";
import { QrCode } from "./qr-code.tsx";
import type { TotpSeed } from "./queries.ts";
import type { useCodeForm } from "./use-code-form.ts";

interface TotpSetupProps {
  seed: TotpSeed;
  formId: string;
  form: ReturnType<typeof useCodeForm>;
}

/** The TOTP secret as a QR code and as text, and the field for the first code. */
export function TotpSetup({ seed, formId, form }: TotpSetupProps) {
  const secretId = useId();
  const copy = async () => {
    await navigator.clipboard.writeText(seed.secret);
    toast.success(t`Copied`);
  };
  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => void form.submit(event)}
      className="flex flex-col gap-4"
    >
      <p className="text-14 text-ink-2">{t`Scan this with an authenticator app or a password manager, then enter the code it shows.`}</p>
      <div className="flex justify-center">
        <QrCode value={seed.otpauthUri} label={t`QR code for your authenticator app`} />
      </div>
      <div>
        <p id={secretId} className="text-13 font-strong">{t`Or enter this key`}</p>
        <div className="mt-1 flex items-center gap-2">
          <code aria-labelledby={secretId} className="min-w-0 font-mono text-13">
            {groupSecret(seed.secret)}
          </code>
          <IconButton
            size="sm"
            label={t`Copy the key`}
            icon={<Copy size={15} />}
            onClick={() => void copy()}
          />
        </div>
      </div>
      <FormAlert>{form.rootError}</FormAlert>
      <CodeField kind="totp" {...form.field} />
    </form>
  );
}

/** Groups of four characters, which are easier to type. */
export function groupSecret(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}
