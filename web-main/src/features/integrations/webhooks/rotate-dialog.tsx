import { t } from "@lingui/core/macro";
import { useState } from "react";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { ProofCancelled, useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { useOwner } from "../owner.ts";
import { rotateSecret } from "../queries.ts";
import { useSingleRun } from "../use-single-run.ts";
import type { Webhook } from "../types.ts";

export interface RotateDialogProps {
  webhook: Webhook;
  onClose: () => void;
  /** Called with the new secret, which is shown once. */
  onRotated: (secret: string) => void;
}

/** Replaces the signing secret of a webhook after a confirmation. */
export function RotateDialog({ webhook, onClose, onRotated }: RotateDialogProps) {
  const { api } = useOwner();
  const proof = useProof();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const rotate = useSingleRun(async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { secret } = await proof.withProof(() => rotateSecret(api, webhook.id));
      onRotated(secret);
    } catch (error) {
      setBusy(false);
      if (error instanceof ProofCancelled) return;
      setFailure(errorMessage(error, t`Failed to rotate the secret`));
    }
  });
  return (
    <>
      <FormDialog
        open={proof.requested === null}
        title={t`Rotate the secret?`}
        description={t`Deliveries are then signed with a new secret. The previous one signs as well for 24 hours, so that you can replace it in the receiving program.`}
        confirm={t`Rotate`}
        busy={isBusy}
        failure={failure}
        onSubmit={(event) => {
          event.preventDefault();
          return rotate();
        }}
        onClose={onClose}
      />
      <ProofDialog requested={proof.requested} />
    </>
  );
}
