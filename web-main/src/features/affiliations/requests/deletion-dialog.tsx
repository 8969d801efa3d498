import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { AffiliationRequest } from "@guildhall/web-kit/api/types.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { ConfirmDialog } from "@guildhall/web-kit/forms/confirm-dialog.tsx";
import {
  deleteRequest,
  invalidateAfterAnswer,
} from "@guildhall/web-kit/features/affiliations/requests/queries.ts";

/** Deletes a request permanently, as staff (F-008). */
export function DeletionDialog(props: { request: AffiliationRequest; onClose: () => void }) {
  const { request, onClose } = props;
  const cache = useQueryClient();
  return (
    <ConfirmDialog
      danger
      title={t`Delete the request of ${{ name: request.person.displayName }}?`}
      text={
        request.status === "pending"
          ? t`The request is not answered, and the applicant is not notified. They can apply again.`
          : t`The request and its answer are deleted permanently. The result of the decision stays.`
      }
      confirm={t`Delete`}
      failed={t`Failed to process request`}
      run={async () => {
        try {
          await deleteRequest(request);
          toast.success(t`Request deleted`);
        } finally {
          // Also after a conflict. Not awaited: it would wait while offline.
          void invalidateAfterAnswer(cache, request);
        }
      }}
      onClose={onClose}
    />
  );
}
