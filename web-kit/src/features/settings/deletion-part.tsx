import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Me } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormAlert } from "../../ui/note.tsx";
import { formatMoment } from "../../ui/time.ts";
import { endWith } from "../accounts/session.ts";
import { ProofDialog } from "../second-factor/proof-dialog.tsx";
import { useProof } from "../second-factor/use-proof.ts";
import { requestDeletion } from "./data-queries.ts";
import { failureWords } from "./failure-words.ts";

const WORD = "DELETE";
const FORM = "delete-account";

export function DeletionPart({ me }: { me: Me }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      {asking && <Confirmation email={me.email} onClose={() => setAsking(false)} />}
    </>
  );
}

function Confirmation({ email, onClose }: { email: string; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const { withProof, asked } = useProof();
  const leave = useMutation({
    mutationFn: () =>
      withProof(() =>
        endWith(
          () => requestDeletion(typed),
          ({ deletionDueAt }) => {
            const when =
              deletionDueAt === null ? "in seven days" : `on ${formatMoment(deletionDueAt)}`;
            return `Your account will be deleted ${when}. Sign in before then to keep it.`;
          },
        ),
      ),
  });
  return (
    <>
      <Dialog
        open={asked === null}
        onOpenChange={(open) => open || onClose()}
        title="Delete your account?"
        description={`The account of ${email} will be deleted in seven days, with your profile, your pictures and your memberships. Where you are the only admin of a community, its longest-standing trustee takes over, or else its longest-standing member.`}
        footer={
          <>
            <Button size="lg" onClick={onClose}>
              Cancel
            </Button>
            <Button
              size="lg"
              variant="danger"
              type="submit"
              form={FORM}
              disabled={typed.trim() !== WORD}
              busy={leave.isPending}
            >
              Delete my account
            </Button>
          </>
        }
      >
        <form
          id={FORM}
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            leave.mutate();
          }}
        >
          <TextField
            label="Type DELETE to confirm"
            autoComplete="off"
            autoCapitalize="characters"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <FormAlert>{leave.isError ? failureWords(leave.error) : null}</FormAlert>
        </form>
      </Dialog>
      <ProofDialog asked={asked} />
    </>
  );
}
