import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { newIdempotencyKey } from "@guildhall/web-kit/api/idempotency-key.ts";
import { ProblemError } from "@guildhall/web-kit/api/problem.ts";
import { Checkbox } from "@guildhall/web-kit/ui/checkbox.tsx";
import { TextField } from "@guildhall/web-kit/ui/field.tsx";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { ProofCancelled, useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { failureMessage } from "../failure-message.ts";
import { useTenant } from "../page/tenant-context.ts";
import { addDomain, tenantsKey } from "../queries.ts";
import { normaliseHostInput, hostFault, looksLikeApex } from "../rules.ts";

/** Adds a custom domain; the required DNS records are shown afterwards. */
export function AddDomainDialog({ onClose }: { onClose: () => void }) {
  const { tenant, root } = useTenant();
  const [key] = useState(newIdempotencyKey);
  const [typed, setTyped] = useState("");
  const [withWww, setWithWww] = useState(true);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const proof = useProof();
  const host = normaliseHostInput(typed);
  const apex = looksLikeApex(host);
  const run = async () => {
    const wrong = hostFault(host);
    setFault(wrong ?? undefined);
    setFailure(undefined);
    if (wrong !== null) return;
    setBusy(true);
    try {
      const made = await proof.withProof(() => addDomain(tenant.id, host, apex && withWww, key));
      await cache.invalidateQueries({ queryKey: tenantsKey });
      toast.success(t`Domain added`);
      onClose();
      await navigate(`${root}/domains/${made.id}`);
    } catch (error) {
      if (error instanceof ProofCancelled) return;
      const said = error instanceof ProblemError ? error.errors[0]?.message : undefined;
      if (said === undefined) setFailure(failureMessage(error));
      else setFault(said);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <FormDialog
        open={proof.requested === null}
        title={t`Add domain`}
        description={t`Members can then use it. The records to set at its provider are shown next.`}
        confirm={t`Add domain`}
        busy={busy}
        failure={failure}
        onSubmit={(event) => {
          event.preventDefault();
          return run();
        }}
        onClose={onClose}
      >
        <TextField
          label={t`Domain`}
          hint={t`For instance members.example.org`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          className="[&_input]:font-mono"
          error={fault}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {apex && hostFault(host) === null && (
          <Checkbox
            label={t`Also use www.${host}`}
            checked={withWww}
            onChange={(event) => setWithWww(event.target.checked)}
          />
        )}
      </FormDialog>
      <ProofDialog requested={proof.requested} />
    </>
  );
}
