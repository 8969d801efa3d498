import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { ConfirmDialog } from "@guildhall/web-kit/forms/confirm-dialog.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { answerHandover } from "../manage/queries.ts";
import { handoverQuery } from "./queries.ts";

/** Offers the ownership of an affiliation to the viewer, who accepts or declines. */
export function HandoverNote({ affiliation }: { affiliation: Affiliation }) {
  const isOffered = affiliation.viewer.handoverOffered;
  const handover = useQuery({ ...handoverQuery(affiliation.id), enabled: isOffered }).data;
  const [accepting, setAccepting] = useState(false);
  const cache = useQueryClient();
  const refresh = () => refreshAfterHandover(cache, affiliation.id);
  const decline = useSingleFlightMutation({
    mutationFn: () => answerHandover(affiliation.id, "decline"),
    onSuccess: () => toast.success(t`You declined the handover`),
    onError: (error) => toast.error(errorMessage(error, FAILED)),
    onSettled: refresh,
  });
  if (!isOffered) return null;
  const { name } = affiliation;
  const giver = handover?.from?.displayName;
  return (
    <Note tone="brand" icon={<KeyRound size={16} aria-hidden className="mt-px" />}>
      <strong className="block font-semibold">{t`You are offered the ownership of ${name}`}</strong>
      {giver === undefined
        ? t`Staff hand it over to you. As the owner you manage everything, including the roles of others.`
        : t`${giver} hands it over to you. As the owner you manage everything, including the roles of others.`}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          variant="primary"
          onClick={() => setAccepting(true)}
        >{t`Accept the ownership`}</Button>
        <Button busy={decline.isPending} onClick={() => decline.mutate()}>{t`Decline`}</Button>
      </div>
      {accepting && (
        <ConfirmDialog
          title={t`Become the owner of ${name}?`}
          text={t`The present owner stays as an admin. You can hand it over again later.`}
          confirm={t`Accept`}
          failed={FAILED}
          run={async () => {
            try {
              await answerHandover(affiliation.id, "accept");
              toast.success(t`You are now the owner of ${name}`);
            } finally {
              refresh();
            }
          }}
          onClose={() => setAccepting(false)}
        />
      )}
    </Note>
  );
}

const FAILED = t`Failed to answer the handover`;

/** Not awaited: it would wait while offline. */
function refreshAfterHandover(cache: ReturnType<typeof useQueryClient>, id: string): void {
  for (const queryKey of [
    keys.openAffiliations,
    keys.affiliationAdmins(id),
    keys.affiliationOverview(id),
    keys.affiliationMembers(id),
  ]) {
    void cache.invalidateQueries({ queryKey });
  }
  // Not fetched here: an answered handover no longer exists.
  void cache.invalidateQueries({ queryKey: keys.affiliationHandover(id), refetchType: "none" });
}
