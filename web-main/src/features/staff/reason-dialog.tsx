import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import { ProblemError } from "@guildhall/web-kit/api/problem.ts";
import { TextAreaField } from "@guildhall/web-kit/ui/field.tsx";
import { ProofCancelled } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";

export interface ReasonDialogProps {
  title: string;
  description: string;
  /** Label of the confirm button. */
  confirm: string;
  label?: string;
  required?: boolean;
  danger?: boolean;
  /** Fields above the reason. */
  children?: ReactNode;
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for a reason before an action; the reason is recorded in the audit log. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { label = t`Reason`, required = false, danger = false } = props;
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [fieldError, setFieldError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const run = async () => {
    setFieldError(undefined);
    setFailure(undefined);
    if (required && reason.trim() === "") {
      setFieldError(t`Please give a reason.`);
      return;
    }
    setBusy(true);
    try {
      await props.onConfirm(reason.trim());
      props.onClose();
    } catch (error) {
      if (error instanceof ProofCancelled) return;
      const problem = error instanceof ProblemError ? error : null;
      setFieldError(problem?.errors[0]?.message);
      if (problem === null || problem.errors.length === 0) {
        setFailure(problem?.detail ?? t`Something went wrong. Please try again.`);
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={props.title}
      description={props.description}
      confirm={props.confirm}
      danger={danger}
      busy={busy}
      failure={failure}
      onSubmit={(event) => {
        event.preventDefault();
        return run();
      }}
      onClose={props.onClose}
    >
      {props.children}
      <TextAreaField
        label={label}
        error={fieldError}
        value={reason}
        maxLength={500}
        {...(!required && { hint: t`Optional` })}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
