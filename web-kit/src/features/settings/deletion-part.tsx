import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { Me } from "../../api/types.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { formatMoment } from "../../ui/time.ts";
import { endSessionAfter } from "../accounts/session.ts";
import { ProofDialog } from "../second-factor/proof-dialog.tsx";
import { useProof } from "../second-factor/use-proof.ts";
import { requestDeletion } from "./data-queries.ts";
import { failureMessage } from "./failure-message.ts";

const CONFIRMATION_WORD = "DELETE";

export function DeletionPart({ me }: { me: Me }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>{t`Delete my account`}</Button>
      {asking && <Confirmation email={me.email} onClose={() => setAsking(false)} />}
    </>
  );
}

function Confirmation({ email, onClose }: { email: string; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const { withProof, requested } = useProof();
  const leave = useSingleFlightMutation({
    mutationFn: () =>
      withProof(() =>
        endSessionAfter(
          () => requestDeletion(typed),
          ({ deletionDueAt }) => scheduledText(deletionDueAt),
        ),
      ),
  });
  return (
    <>
      <FormDialog
        open={requested === null}
        title={t`Delete your account?`}
        description={t`The account of ${email} will be deleted in seven days, with your profile, your pictures and your memberships. Where you are the only admin of a community, its longest-standing trustee takes over, or else its longest-standing member.`}
        confirm={t`Delete my account`}
        danger
        disabled={typed.trim() !== CONFIRMATION_WORD}
        busy={leave.isPending}
        failure={leave.isError ? failureMessage(leave.error) : null}
        onSubmit={(event) => {
          event.preventDefault();
          leave.mutate();
        }}
        onClose={onClose}
      >
        <TextField
          label={t`Type DELETE to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </FormDialog>
      <ProofDialog requested={requested} />
    </>
  );
}

function scheduledText(deletionDueAt: string | null): string {
  if (deletionDueAt === null)
    return t`Your account will be deleted in seven days. Sign in before then to keep it.`;
  const moment = formatMoment(deletionDueAt);
  return t`Your account will be deleted on ${moment}. Sign in before then to keep it.`;
}
