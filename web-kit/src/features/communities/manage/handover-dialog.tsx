import { t } from "@lingui/core/macro";
import { useState } from "react";
import { invalidateOnSettled } from "../../../api/invalidate-on-settled.ts";
import { errorMessage } from "../../../api/problem.ts";
import type { CommunityMember } from "../../../api/types.ts";
import { useSingleFlightMutation } from "../../../api/use-single-flight-mutation.ts";
import { TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { ProofDialog } from "../../second-factor/proof-dialog.tsx";
import { ProofCancelled, useProof } from "../../second-factor/use-proof.ts";
import { useManage } from "./manage-context.ts";
import { transferCommunity } from "./queries.ts";
import { useReloadMembers } from "./use-reload-members.ts";

export interface HandoverDialogProps {
  member: CommunityMember;
  onClose: () => void;
}

/** Makes a member the founder, after step-up authentication. The name must be typed to confirm. */
export function HandoverDialog({ member, onClose }: HandoverDialogProps) {
  const { community } = useManage();
  const { withProof, requested } = useProof();
  const [typed, setTyped] = useState("");
  const name = member.displayName;
  const transfer = useSingleFlightMutation({
    mutationFn: () => withProof(() => transferCommunity(community.id, member.userId, typed.trim())),
    onSuccess: () => {
      toast.success(t`${name} is now the founder`);
      onClose();
    },
    onSettled: invalidateOnSettled(useReloadMembers(community.id)),
  });
  const failure = transfer.error instanceof ProofCancelled ? null : transfer.error;
  return (
    <>
      <FormDialog
        open={requested === null}
        danger
        title={t`Hand the community over to ${name}?`}
        description={t`They become the founder, who can remove admins and hand the community over. You stay an admin. Only they or staff can undo this.`}
        confirm={t`Hand over`}
        busy={transfer.isPending}
        disabled={typed.trim() !== community.name}
        failure={failure && errorMessage(failure, t`Failed to hand the community over`)}
        onSubmit={(event) => {
          event.preventDefault();
          transfer.mutate();
        }}
        onClose={onClose}
      >
        <TextField
          label={t`Type its name to confirm`}
          hint={<span dir="auto">{community.name}</span>}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </FormDialog>
      <ProofDialog requested={requested} />
    </>
  );
}
