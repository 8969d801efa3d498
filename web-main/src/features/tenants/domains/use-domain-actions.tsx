import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Dialog } from "@guildhall/web-kit/ui/dialog.tsx";
import { FormAlert } from "@guildhall/web-kit/ui/note.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import {
  type Proof,
  ProofCancelled,
  useProof,
} from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { failureMessage } from "../failure-message.ts";
import { useTenant } from "../page/tenant-context.ts";
import { actOnDomain, type DomainAction, releaseDomain, tenantsKey } from "../queries.ts";
import type { Domain } from "../types.ts";

export interface DomainActions {
  /** The domain with an action in progress. */
  busyId: string | null;
  act: (domain: Domain, action: DomainAction) => Promise<void>;
  requestRelease: (domain: Domain) => void;
  proof: Proof;
  dialog: ReactNode;
}

const SUCCESS_MESSAGES: Record<DomainAction, string> = {
  check: t`Checked`,
  approve: t`Domain approved`,
  primary: t`Primary domain changed`,
};

/** The actions on a domain, shared by all parts of the screen. */
export function useDomainActions(): DomainActions {
  const { tenant } = useTenant();
  const cache = useQueryClient();
  const proof = useProof();
  const [busyId, setBusyId] = useState<string | null>(null);
  const [releasing, setReleasing] = useState<Domain | null>(null);
  const act = async (domain: Domain, action: DomainAction) => {
    setBusyId(domain.id);
    try {
      await proof.withProof(() => actOnDomain(tenant.id, domain.id, action));
      toast.success(SUCCESS_MESSAGES[action]);
    } catch (error) {
      if (!(error instanceof ProofCancelled)) toast.error(failureMessage(error));
    } finally {
      setBusyId(null);
      await cache.invalidateQueries({ queryKey: tenantsKey });
    }
  };
  const dialog = releasing !== null && (
    <ReleaseDialog domain={releasing} proof={proof} onClose={() => setReleasing(null)} />
  );
  return { busyId, act, requestRelease: setReleasing, proof, dialog };
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
      toast.success(t`Domain removed`);
      onClose();
      await navigate(`${root}/domains`, { replace: true });
      await cache.invalidateQueries({ queryKey: tenantsKey });
    } catch (error) {
      if (!(error instanceof ProofCancelled)) setFailure(failureMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={proof.requested === null}
      onOpenChange={(stays) => stays || onClose()}
      title={t`Remove ${{ name: domain.host }}`}
      description={t`It stops working immediately. No other affiliation can claim it for 30 days.`}
      footer={
        <>
          <Button size="lg" onClick={onClose}>{t`Cancel`}</Button>
          <Button
            size="lg"
            variant="danger"
            busy={busy}
            onClick={() => void release()}
          >{t`Remove`}</Button>
        </>
      }
    >
      <FormAlert>{failure}</FormAlert>
    </Dialog>
  );
}
