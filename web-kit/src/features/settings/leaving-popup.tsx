import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys.ts";
import { ProblemError } from "../../api/problem.ts";
import type { Me } from "../../api/types.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormAlert } from "../../ui/note.tsx";
import { formatMoment } from "../../ui/time.ts";
import { toast } from "../../ui/toast-store.ts";
import { signOut } from "../accounts/session.ts";
import { undoDeletion } from "./data-queries.ts";

/** Offers to cancel a scheduled account deletion after signing in. */
export function LeavingPopup({ me }: { me: Me }) {
  const cache = useQueryClient();
  const undo = useSingleFlightMutation({
    mutationFn: undoDeletion,
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: keys.me });
      toast.success(t`Your account is kept.`);
    },
  });
  if (me.deletionDueAt === null) return null;
  return (
    <Dialog
      open
      blocking
      onOpenChange={() => undefined}
      title={t`Your account will be deleted`}
      description={t`You requested this. It will happen on ${{ moment: formatMoment(me.deletionDueAt) }}; until then you can keep your account.`}
      footer={
        <>
          <Button size="lg" onClick={() => void signOut()}>{t`Log Out`}</Button>
          <Button
            size="lg"
            variant="primary"
            busy={undo.isPending}
            onClick={() => undo.mutate()}
          >{t`Keep my account`}</Button>
        </>
      }
    >
      <FormAlert>
        {undo.isError &&
          (undo.error instanceof ProblemError
            ? undo.error.detail
            : t`An error occurred. Please try again.`)}
      </FormAlert>
    </Dialog>
  );
}
