import { t } from "@lingui/core/macro";
import { Check, Copy, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { copyText } from "@guildhall/web-kit/ui/copy-text.ts";
import { Dialog } from "@guildhall/web-kit/ui/dialog.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";

export interface SecretDialogProps {
  title: string;
  /** Name of the secret, such as "API token". */
  label: string;
  secret: string;
  /** What the secret is for. */
  text: string;
  onClose: () => void;
}

/** Shows a secret once. Closing asks first, unless the secret was copied. */
export function SecretDialog({ title, label, secret, text, onClose }: SecretDialogProps) {
  const [isCopied, setCopied] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const close = () => (isCopied ? onClose() : setAsking(true));
  const copy = async () => {
    if (await copyText(secret, t`Copied to clipboard.`)) setCopied(true);
  };
  return (
    <>
      <Dialog
        open
        title={title}
        description={text}
        onOpenChange={(stays) => stays || close()}
        footer={
          <Button size="lg" variant={isCopied ? "primary" : "plain"} onClick={close}>
            {t`Done`}
          </Button>
        }
      >
        <Note tone="warning" icon={<TriangleAlert size={16} aria-hidden className="mt-px" />}>
          {t`Copy it now and keep it in a safe place. It cannot be shown again.`}
        </Note>
        <dl className="mt-4">
          <dt className="text-13 font-strong">{label}</dt>
          <dd
            dir="ltr"
            onCopy={() => setCopied(true)}
            className="mt-1.5 rounded-md bg-sunken px-3 py-2.5 font-mono text-14 select-all [overflow-wrap:anywhere]"
          >
            {secret}
          </dd>
        </dl>
        <Button
          data-autofocus
          className="mt-3 max-md:w-full"
          variant={isCopied ? "plain" : "primary"}
          icon={isCopied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
          onClick={() => void copy()}
        >
          {isCopied ? t`Copied` : t`Copy`}
        </Button>
      </Dialog>
      {isAsking && (
        <Dialog
          open
          title={t`Close without copying?`}
          description={t`You have not copied it, and it cannot be shown again.`}
          onOpenChange={(stays) => stays || setAsking(false)}
          footer={
            <>
              <Button size="lg" onClick={() => setAsking(false)}>{t`Go back`}</Button>
              <Button size="lg" variant="danger" onClick={onClose}>{t`Close anyway`}</Button>
            </>
          }
        />
      )}
    </>
  );
}
