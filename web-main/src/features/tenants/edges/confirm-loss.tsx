import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { ProofCancelled, useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { failureMessage } from "../failure-message.ts";
import { confirmEdgeLoss, edgesQuery } from "../queries.ts";
import { clockTime } from "../labels.ts";

/** Confirms to the edges that many hosts are meant to be removed, after the cause was checked. */
export function ConfirmLoss({ onClose }: { onClose: () => void }) {
  const cache = useQueryClient();
  const proof = useProof();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { until } = await proof.withProof(confirmEdgeLoss);
      toast.success(t`Edge servers may remove hosts until ${{ time: clockTime(until) }}`);
      await cache.invalidateQueries({ queryKey: edgesQuery.queryKey });
      onClose();
    } catch (error) {
      if (!(error instanceof ProofCancelled)) setFailure(failureMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <FormDialog
        open={proof.requested === null}
        title={t`Allow removing many hosts`}
        confirm={t`Allow removal`}
        danger
        busy={busy}
        failure={failure}
        onSubmit={(event) => {
          event.preventDefault();
          return confirm();
        }}
        onClose={onClose}
      >
        <div className="grid gap-3 text-14 text-ink-2">
          <p>{t`Edge servers reject a route update that removes more than 20 % of hosts, or every portal, because a database fault looks the same. They keep serving the previous routes.`}</p>
          <p>{t`If the hosts are meant to be removed, this allows every edge server to accept such an update for ten minutes. Portals missing from it become unreachable immediately.`}</p>
        </div>
      </FormDialog>
      <ProofDialog requested={proof.requested} />
    </>
  );
}
