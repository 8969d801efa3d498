import { t } from "@lingui/core/macro";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { Copy, Link2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { copyText } from "@guildhall/web-kit/ui/copy-text.ts";
import { FormAlert } from "@guildhall/web-kit/ui/note.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { failureMessage } from "../failure-message.ts";
import { useTenant } from "../page/tenant-context.ts";
import { type CommitteeLink, endCommitteeLink, openCommitteeLink } from "../queries.ts";

/**
 * A preview link to the draft for people without an account. It is displayed once and cannot be
 * retrieved later.
 */
export function CommitteeLinkSection({ hasDraft }: { hasDraft: boolean }) {
  const { tenant } = useTenant();
  const [link, setLink] = useState<CommitteeLink | null>(null);
  const open = useSingleFlightMutation({
    mutationFn: () => openCommitteeLink(tenant.id),
    onSuccess: setLink,
  });
  const end = useSingleFlightMutation({
    mutationFn: () => endCommitteeLink(tenant.id),
    onSuccess: () => {
      setLink(null);
      toast.success(t`The link no longer works`);
    },
  });
  const fault = open.error ?? end.error;
  return (
    <section aria-label={t`Preview link`}>
      <h2 className="text-13 font-strong">{t`Preview link`}</h2>
      <p className="mt-0.5 text-12 text-ink-3">{t`Anyone with the link can see the sign-in page of the saved draft, and nothing else. It expires after 7 days, or when the draft is published or discarded.`}</p>
      {link !== null && (
        <div className="edge-line mt-2 rounded-md p-3 text-12">
          <p className="font-mono [overflow-wrap:anywhere]">{link.url}</p>
          <p className="mt-1 text-ink-2">{t`Valid until ${{ date: formatMoment(link.expiresAt) }}`}</p>
        </div>
      )}
      <FormAlert>{fault !== null && failureMessage(fault)}</FormAlert>
      <div className="mt-2 flex flex-wrap gap-2">
        {link === null ? (
          <Button
            size="sm"
            disabled={!hasDraft}
            busy={open.isPending}
            icon={<Link2 size={14} aria-hidden />}
            onClick={() => open.mutate()}
          >
            {hasDraft ? t`Create preview link` : t`Save a draft first`}
          </Button>
        ) : (
          <Button
            size="sm"
            icon={<Copy size={14} aria-hidden />}
            onClick={() => void copyText(link.url, t`Link copied to clipboard.`)}
          >{t`Copy link`}</Button>
        )}
        {hasDraft && (
          <Button
            size="sm"
            variant="quiet"
            busy={end.isPending}
            onClick={() => end.mutate()}
          >{t`Revoke preview link`}</Button>
        )}
      </div>
    </section>
  );
}
