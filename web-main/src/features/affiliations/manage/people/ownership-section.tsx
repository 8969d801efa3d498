import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AffiliationAdmins } from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { ConfirmDialog } from "@guildhall/web-kit/forms/confirm-dialog.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { mayDo } from "@guildhall/web-kit/features/affiliations/permissions.ts";
import { useManage } from "../manage-context.ts";
import { withdrawHandover } from "../queries.ts";
import { HandoverDialog } from "./handover-dialog.tsx";
import { refreshPeople } from "./refresh.ts";

/** The handover of an affiliation: offered by the owner or staff, accepted by the other person. */
export function OwnershipSection({ admins }: { admins: AffiliationAdmins }) {
  const { affiliation } = useManage();
  const [requested, setRequested] = useState<"offer" | "withdraw" | null>(null);
  const mayHandOver = mayDo(affiliation, "appoint");
  const { owner, handover } = admins;
  const { name } = affiliation;
  const receiver = handover?.to.displayName ?? "";
  const close = () => setRequested(null);
  if (!mayHandOver && handover === null) return null;
  return (
    <section aria-labelledby="ownership">
      <h2 id="ownership" className="text-16 font-semibold">{t`Ownership`}</h2>
      <p className="mt-1 text-14 text-ink-2">
        {owner === null
          ? t`${name} has no owner. Staff manage it until it is handed over.`
          : t`${{ owner: owner.displayName }} owns ${name}. The new owner has to accept a handover.`}
      </p>
      {handover === null ? (
        <Button
          className="mt-3"
          onClick={() => setRequested("offer")}
        >{t`Hand over the ownership`}</Button>
      ) : (
        <Note tone="info" className="mt-3">
          <strong className="block font-semibold">
            <Trans>
              Offered to {receiver} <RelativeTime time={handover.createdAt} />
            </Trans>
          </strong>
          {t`It takes effect as soon as ${receiver} accepts.`}
          {mayHandOver && (
            <div className="mt-2">
              <Button onClick={() => setRequested("withdraw")}>{t`Withdraw the offer`}</Button>
            </div>
          )}
        </Note>
      )}
      {requested === "offer" && <HandoverDialog owner={owner} onClose={close} />}
      {requested === "withdraw" && handover !== null && (
        <WithdrawDialog name={receiver} onClose={close} />
      )}
    </section>
  );
}

function WithdrawDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { affiliation } = useManage();
  const cache = useQueryClient();
  return (
    <ConfirmDialog
      title={t`Withdraw the offer?`}
      text={t`${name} can no longer accept the ownership of ${{ affiliation: affiliation.name }}.`}
      confirm={t`Withdraw`}
      failed={t`Failed to withdraw the offer`}
      run={async () => {
        try {
          await withdrawHandover(affiliation.id);
          toast.success(t`The offer was withdrawn`);
        } finally {
          // Not awaited: it would wait while offline.
          void refreshPeople(cache, affiliation.id);
        }
      }}
      onClose={onClose}
    />
  );
}
