import { t } from "@lingui/core/macro";
import { useState } from "react";
import { TextAreaField, TextField } from "@guildhall/web-kit/ui/field.tsx";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { ProofCancelled } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { TENANT_ACTIONS } from "../action-labels.ts";
import { failureMessage } from "../failure-message.ts";
import type { Tenant } from "../types.ts";

export interface ArchiveDialogProps {
  tenant: Tenant;
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Archives a portal permanently; its name must be typed to prevent a mix-up. */
export function ArchiveDialog({ tenant, onConfirm, onClose }: ArchiveDialogProps) {
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<{ reason?: string; typed?: string; all?: string }>({});
  const run = async () => {
    const missing = {
      ...(reason.trim() === "" && { reason: t`Please give a reason.` }),
      ...(typed.trim() !== tenant.subdomain && {
        typed: t`Please type ${{ name: tenant.subdomain }}.`,
      }),
    };
    setFaults(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await onConfirm(reason.trim());
      onClose();
    } catch (error) {
      if (!(error instanceof ProofCancelled)) setFaults({ all: failureMessage(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t`Archive ${{ name: tenant.brandName }}`}
      description={t`Its addresses stop working, its custom domains are released, and it cannot be opened again. The affiliation and its communities stay.`}
      confirm={TENANT_ACTIONS.archive.label}
      danger
      busy={busy}
      failure={faults.all}
      onSubmit={(event) => {
        event.preventDefault();
        return run();
      }}
      onClose={onClose}
    >
      <TextAreaField
        label={t`Reason`}
        error={faults.reason}
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.target.value)}
      />
      <TextField
        label={t`Type ${{ name: tenant.subdomain }} to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={faults.typed}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
