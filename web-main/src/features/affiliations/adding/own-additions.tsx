import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import type { AffiliationRequest, AffiliationRequestStatus } from "@guildhall/web-kit/api/types.ts";
import { Badge, type BadgeTone } from "@guildhall/web-kit/ui/badge.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { Paged } from "@guildhall/web-kit/ui/paged.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { ConfirmDialog } from "@guildhall/web-kit/forms/confirm-dialog.tsx";
import { AffiliationBadge } from "@guildhall/web-kit/features/affiliations/affiliation-badge.tsx";
import { withdrawRequest } from "@guildhall/web-kit/features/affiliations/application/queries.ts";
import { RequestedName } from "../requests/requested-name.tsx";
import { ownAdditionsQuery } from "./queries.ts";

const STATUS_LABELS: Record<AffiliationRequestStatus, { label: string; tone: BadgeTone }> = {
  pending: { label: t`Pending`, tone: "warning" },
  approved: { label: t`Listed`, tone: "success" },
  rejected: { label: t`Declined`, tone: "neutral" },
};

/**
 * The viewer's requests for new affiliations and their states; renders nothing if there are none.
 */
export function OwnAdditions() {
  const [withdrawing, setWithdrawing] = useState<AffiliationRequest | null>(null);
  return (
    <>
      <Paged
        query={useInfiniteQuery(ownAdditionsQuery)}
        waiting={null}
        failure={(error) => errorMessage(error, t`Failed to load requests`)}
        empty={null}
      >
        {(requests) => (
          <section aria-labelledby="own-additions" className="mt-10 border-t border-line pt-6">
            <h2 id="own-additions" className="text-16 font-semibold">{t`Your requests`}</h2>
            <ul className="mt-1 divide-y divide-line-soft">
              {requests.map((request) => (
                <Row
                  key={request.id}
                  request={request}
                  onWithdraw={() => setWithdrawing(request)}
                />
              ))}
            </ul>
          </section>
        )}
      </Paged>
      {withdrawing !== null && (
        <Withdrawal request={withdrawing} onClose={() => setWithdrawing(null)} />
      )}
    </>
  );
}

function Row(props: { request: AffiliationRequest; onWithdraw: () => void }) {
  const { request, onWithdraw } = props;
  const { affiliationName: name, status, isPrivate, rejectionReason } = request;
  const { label, tone } = STATUS_LABELS[status];
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2">
          <RequestedName request={request} className="text-15" />
          <Badge tone={tone}>{label}</Badge>
          {isPrivate && <AffiliationBadge isPrivate />}
        </p>
        <p className="mt-1 text-12 text-ink-3">
          <Trans>
            Asked <RelativeTime time={request.createdAt} />
          </Trans>
        </p>
        {rejectionReason !== null && (
          <Note className="mt-3">
            <strong className="block font-semibold text-ink">{t`Reason for declining`}</strong>
            <span dir="auto" className="whitespace-pre-line">
              {rejectionReason}
            </span>
          </Note>
        )}
      </div>
      {status === "pending" && (
        <Button
          className="max-md:w-full"
          aria-label={t`Withdraw the request to add ${name}`}
          onClick={onWithdraw}
        >{t`Withdraw`}</Button>
      )}
    </li>
  );
}

function Withdrawal(props: { request: AffiliationRequest; onClose: () => void }) {
  const { request, onClose } = props;
  const cache = useQueryClient();
  return (
    <ConfirmDialog
      title={t`Withdraw your request?`}
      text={t`Our staff will no longer see your request for ${{ name: request.affiliationName }}. You can send a new one at any time.`}
      confirm={t`Withdraw`}
      failed={t`Failed to process request`}
      run={async () => {
        try {
          await withdrawRequest(request.id);
          toast.success(t`Request withdrawn`);
        } finally {
          // The request may have been answered in the meantime. Not awaited: it would wait while
          // offline.
          void cache.invalidateQueries({ queryKey: keys.ownAffiliationRequests });
        }
      }}
      onClose={onClose}
    />
  );
}
