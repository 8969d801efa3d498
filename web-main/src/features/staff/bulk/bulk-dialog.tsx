import { t } from "@lingui/core/macro";
import { CircleCheck, CircleX } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import type { BulkOutcome } from "@guildhall/web-kit/api/staff-role-types.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Dialog } from "@guildhall/web-kit/ui/dialog.tsx";
import { TextAreaField } from "@guildhall/web-kit/ui/field.tsx";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { ProofCancelled, useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { type BulkAction, outcomeSummary } from "./bulk-action.ts";

interface BulkDialogProps {
  action: BulkAction;
  ids: readonly string[];
  nameOf: (id: string) => string;
  run: (reason: string) => Promise<readonly BulkOutcome[]>;
  onDone: () => Promise<unknown>;
  onClose: () => void;
}

/** Confirms an action on several rows, then lists the outcome of each row. */
export function BulkDialog(props: BulkDialogProps) {
  // The names are stored: a row may leave the list once the action is done.
  const [names] = useState(() => new Map(props.ids.map((id) => [id, props.nameOf(id)])));
  const [outcomes, setOutcomes] = useState<readonly BulkOutcome[] | null>(null);
  if (outcomes !== null) {
    return (
      <Outcomes
        title={props.action.title(outcomes.length)}
        outcomes={outcomes}
        names={names}
        onClose={props.onClose}
      />
    );
  }
  return <Confirmation {...props} names={[...names.values()]} onOutcomes={setOutcomes} />;
}

interface ConfirmationProps extends BulkDialogProps {
  names: readonly string[];
  onOutcomes: (outcomes: readonly BulkOutcome[]) => void;
}

/** Number of names in the confirmation; a longer list hides the buttons on a phone. */
const NAMES_MAX = 5;

function Confirmation({ action, ids, names, run, onDone, ...props }: ConfirmationProps) {
  const { asksReason = true, reasonRequired = false, danger = false } = action;
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ reason?: string; all?: string }>({});
  const proof = useProof();
  const submit = async () => {
    if (reasonRequired && reason.trim() === "") {
      setFailure({ reason: t`Please give a reason.` });
      return;
    }
    setFailure({});
    setBusy(true);
    try {
      const outcomes = await proof.withProof(() => run(reason.trim()));
      props.onOutcomes(outcomes);
      await onDone();
    } catch (error) {
      if (error instanceof ProofCancelled) return;
      setFailure({ all: errorMessage(error, t`Something went wrong. Please try again.`) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <FormDialog
        title={action.title(ids.length)}
        description={action.text}
        confirm={action.label}
        danger={danger}
        busy={busy}
        failure={failure.all}
        onSubmit={(event) => {
          event.preventDefault();
          return submit();
        }}
        onClose={props.onClose}
      >
        <ul aria-label={t`Selected`} className="list-disc ps-5 text-13 text-ink-2">
          {names.slice(0, NAMES_MAX).map((name, place) => (
            <li key={`${place} ${name}`} className="[overflow-wrap:anywhere]">
              {name}
            </li>
          ))}
          {names.length > NAMES_MAX && (
            <li>{t`and ${{ count: names.length - NAMES_MAX }} more`}</li>
          )}
        </ul>
        {asksReason && (
          <TextAreaField
            label={t`Reason`}
            error={failure.reason}
            maxLength={500}
            value={reason}
            {...(!reasonRequired && { hint: t`Optional` })}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </FormDialog>
      <ProofDialog requested={proof.requested} />
    </>
  );
}

interface OutcomesProps {
  title: string;
  outcomes: readonly BulkOutcome[];
  names: ReadonlyMap<string, string>;
  onClose: () => void;
}

function Outcomes({ title, outcomes, names, onClose }: OutcomesProps) {
  return (
    <Dialog
      open
      title={title}
      description={outcomeSummary(outcomes)}
      onOpenChange={(open) => open || onClose()}
      footer={<Button size="lg" variant="primary" onClick={onClose}>{t`Done`}</Button>}
    >
      <ul aria-label={t`Outcomes`} className="divide-y divide-line-soft text-13">
        {outcomes.map((outcome) => (
          <li key={outcome.id} className="flex items-start gap-2.5 py-2">
            <Sign ok={outcome.ok} />
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <span className="block font-semibold">{names.get(outcome.id) ?? outcome.id}</span>
              <span className="block text-12 text-ink-2">
                {outcome.ok
                  ? t({ message: "Done", context: "outcome" })
                  : (outcome.detail ?? t`Failed`)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Sign({ ok }: { ok: boolean }) {
  return ok ? (
    <CircleCheck size={16} aria-hidden className="mt-0.5 shrink-0 text-success-text" />
  ) : (
    <CircleX size={16} aria-hidden className="mt-0.5 shrink-0 text-danger-text" />
  );
}
