import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import type { Person } from "@guildhall/web-kit/api/types.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { ProofCancelled, useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { useManage } from "../manage-context.ts";
import { offerHandover } from "../queries.ts";
import { MemberPicker } from "./member-picker.tsx";
import { refreshPeople } from "./refresh.ts";

/** Offers the ownership to a member, who accepts or declines. */
export function HandoverDialog({ owner, onClose }: { owner: Person | null; onClose: () => void }) {
  const { affiliation } = useManage();
  const cache = useQueryClient();
  const proof = useProof();
  const [chosen, setChosen] = useState<Person | null>(null);
  const [isChecked, setChecked] = useState(false);
  const offer = useSingleFlightMutation({
    mutationFn: ({ userId }: Person) =>
      proof.withProof(() => offerHandover(affiliation.id, userId)),
    onSuccess: (_, { displayName }) => {
      toast.success(t`The ownership was offered to ${displayName}`);
      onClose();
    },
    onSettled: () => {
      // Not awaited: it would wait while offline.
      void refreshPeople(cache, affiliation.id);
    },
  });
  const failure = offer.error instanceof ProofCancelled ? null : offer.error;
  return (
    <>
      <FormDialog
        open={proof.requested === null}
        danger
        title={t`Hand over ${{ affiliation: affiliation.name }}`}
        description={
          owner === null
            ? t`The new owner has to accept.`
            : t`The new owner has to accept. Then ${{ name: owner.displayName }} becomes an admin.`
        }
        confirm={t`Offer the ownership`}
        busy={offer.isPending}
        failure={failure && errorMessage(failure, t`Failed to offer the ownership`)}
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (chosen !== null) offer.mutate(chosen);
        }}
        onClose={onClose}
      >
        <MemberPicker
          label={t`New owner`}
          chosen={chosen}
          without={owner === null ? [] : [owner.userId]}
          error={isChecked && chosen === null ? t`Please choose a member.` : undefined}
          onChoose={setChosen}
        />
      </FormDialog>
      <ProofDialog requested={proof.requested} />
    </>
  );
}
