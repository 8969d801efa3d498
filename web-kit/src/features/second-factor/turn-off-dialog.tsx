import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { ProblemError } from "../../api/problem.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormAlert } from "../../ui/note.tsx";
import { toast } from "../../ui/toast-store.ts";
import { fetchMe } from "../accounts/queries.ts";
import { type Proof, ProofCancelled } from "./use-proof.ts";

interface TurnOffDialogProps {
  proof: Proof;
  turnOff: () => Promise<void>;
  onClose: () => void;
}

export function TurnOffDialog({ proof, turnOff, onClose }: TurnOffDialogProps) {
  const cache = useQueryClient();
  const off = useSingleFlightMutation({
    mutationFn: () => proof.withProof(turnOff),
    onSuccess: async () => {
      await fetchMe(cache);
      toast.success(t`Two-factor authentication is off.`);
      onClose();
    },
  });
  const { error } = off;
  return (
    <Dialog
      open
      title={t`Turn off two-factor authentication?`}
      description={t`Your password alone will then be enough to sign in. Your backup codes stop working.`}
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          <Button size="lg" onClick={onClose}>{t`Keep it on`}</Button>
          <Button
            size="lg"
            variant="danger"
            busy={off.isPending}
            onClick={() => off.mutate()}
          >{t`Turn off`}</Button>
        </>
      }
    >
      {error !== null && !(error instanceof ProofCancelled) && (
        <FormAlert>
          {error instanceof ProblemError ? error.detail : t`An error occurred. Please try again.`}
        </FormAlert>
      )}
    </Dialog>
  );
}
