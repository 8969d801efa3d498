import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { ProofGivenUp, useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { inWords } from "../in-words.ts";
import { confirmEdgeLoss, edgesQuery } from "../queries.ts";
import { clockOf } from "../words.ts";

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
      toast.success(`Edges may drop hosts until ${clockOf(until)}`);
      await cache.invalidateQueries({ queryKey: edgesQuery.queryKey });
      onClose();
    } catch (error) {
      if (!(error instanceof ProofGivenUp)) setFailure(inWords(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <FormDialog
        open={proof.asked === null}
        title="Let edges drop many hosts"
        confirm="Let them drop hosts"
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
          <p>
            An edge refuses a table that loses more than a fifth of its hosts, or every portal: an
            empty or half-read database says the same. It goes on with the table it has.
          </p>
          <p>
            If the hosts are really meant to be gone, this lets every edge take such a table for ten
            minutes. Portals that are missing from it stop answering at once.
          </p>
        </div>
      </FormDialog>
      <ProofDialog asked={proof.asked} />
    </>
  );
}
