import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Dialog } from "@guildhall/web-kit/ui/dialog.tsx";
import { FormAlert } from "@guildhall/web-kit/ui/note.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import {
  type Proof,
  ProofGivenUp,
  useProof,
} from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { inWords } from "../in-words.ts";
import { useTenant } from "../page/place.ts";
import { actOnDomain, type DomainDeed, releaseDomain, tenantsKey } from "../queries.ts";
import type { Domain } from "../types.ts";

export interface DomainDeeds {
  /** The domain with an action in progress. */
  busyId: string | null;
  act: (domain: Domain, deed: DomainDeed) => Promise<void>;
  askRelease: (domain: Domain) => void;
  proof: Proof;
  dialog: ReactNode;
}

const done: Record<DomainDeed, string> = {
  check: "Checked",
  approve: "Domain approved",
  primary: "Primary domain changed",
};

/** The actions on a domain, shared by all parts of the screen. */
export function useDomainDeeds(): DomainDeeds {
  const { tenant } = useTenant();
  const cache = useQueryClient();
  const proof = useProof();
  const [busyId, setBusyId] = useState<string | null>(null);
  const [releasing, setReleasing] = useState<Domain | null>(null);
  const act = async (domain: Domain, deed: DomainDeed) => {
    setBusyId(domain.id);
    try {
      await proof.withProof(() => actOnDomain(tenant.id, domain.id, deed));
      toast.success(done[deed]);
    } catch (error) {
      if (!(error instanceof ProofGivenUp)) toast.error(inWords(error));
    } finally {
      setBusyId(null);
      await cache.invalidateQueries({ queryKey: tenantsKey });
    }
  };
  const dialog = releasing !== null && (
    <ReleaseDialog domain={releasing} proof={proof} onClose={() => setReleasing(null)} />
  );
  return { busyId, act, askRelease: setReleasing, proof, dialog };
}

function ReleaseDialog(props: { domain: Domain; proof: Proof; onClose: () => void }) {
  const { domain, proof, onClose } = props;
  const { tenant, root } = useTenant();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const release = async () => {
    setBusy(true);
    try {
      await proof.withProof(() => releaseDomain(tenant.id, domain.id));
      toast.success("Domain removed");
      onClose();
      await navigate(`${root}/domains`, { replace: true });
      await cache.invalidateQueries({ queryKey: tenantsKey });
    } catch (error) {
      if (!(error instanceof ProofGivenUp)) setFailure(inWords(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={proof.asked === null}
      onOpenChange={(stays) => stays || onClose()}
      title={`Remove ${domain.host}`}
      description="It stops working immediately. No other affiliation can claim it for 30 days."
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" variant="danger" busy={busy} onClick={() => void release()}>
            Remove
          </Button>
        </>
      }
    >
      <FormAlert>{failure}</FormAlert>
    </Dialog>
  );
}
