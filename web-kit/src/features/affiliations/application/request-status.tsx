import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { CircleX, Lock } from "lucide-react";
import { useState } from "react";
import type { Affiliation } from "../../../api/types.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Note } from "../../../ui/note.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { ConfirmDialog } from "../../../forms/confirm-dialog.tsx";
import { affiliationPath } from "../affiliation-badge.tsx";
import { useOwnRequest } from "./own-requests.ts";
import { invalidateOwnStatus, withdrawRequest } from "./queries.ts";

/** The action of a signed-in non-member: apply, withdraw, or none. */
export function RequestStatus({ affiliation }: { affiliation: Affiliation }) {
  const { requestPending, mayApply } = affiliation.viewer;
  if (requestPending) return <PendingNote affiliation={affiliation} />;
  if (mayApply) {
    return (
      <ButtonLink
        to={`${affiliationPath(affiliation)}/apply`}
        variant="primary"
      >{t`Request to Join`}</ButtonLink>
    );
  }
  if (!affiliation.isPrivate) return null;
  return <Note icon={<Lock size={16} aria-hidden />} className="py-2">{t`Invite Only`}</Note>;
}

/** A pending application with the button that withdraws it. */
function PendingNote({ affiliation }: { affiliation: Affiliation }) {
  const cache = useQueryClient();
  const request = useOwnRequest(affiliation);
  const [asks, setAsks] = useState(false);
  const waits = request?.status === "pending" ? request : null;
  return (
    <>
      <Button disabled>{t`Request Pending`}</Button>
      {waits !== null && (
        <Button
          aria-label={t`Withdraw the request to join ${{ name: affiliation.name }}`}
          onClick={() => setAsks(true)}
        >{t`Withdraw`}</Button>
      )}
      {asks && waits !== null && (
        <ConfirmDialog
          title={t`Withdraw your request?`}
          text={t`${{ name: affiliation.name }} will no longer see your application. You can apply again at any time.`}
          confirm={t`Withdraw`}
          failed={t`Failed to process request`}
          run={async () => {
            try {
              await withdrawRequest(waits.id);
              toast.success(t`Request withdrawn`);
            } finally {
              // The application may have been answered in the meantime.
              await invalidateOwnStatus(cache);
            }
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

/** The reason of the last rejection, until the viewer applies again. */
export function DeclinedNote({
  affiliation,
  className,
}: {
  affiliation: Affiliation;
  className?: string;
}) {
  const request = useOwnRequest(affiliation);
  if (request?.status !== "rejected" || affiliation.viewer.requestPending) return null;
  return (
    <Note
      tone="warning"
      icon={<CircleX size={16} aria-hidden className="mt-px" />}
      {...(className !== undefined && { className })}
    >
      <strong className="block font-semibold">
        <Trans>
          Your application was declined <RelativeTime time={request.reviewedAt} />
        </Trans>
      </strong>
      <span dir="auto" className="whitespace-pre-line">
        {request.rejectionReason}
      </span>
      {affiliation.viewer.mayApply && <span className="mt-1 block">{t`You may ask again.`}</span>}
    </Note>
  );
}
