import { formatNumber } from "@guildhall/web-kit/language/format.ts";
import { t } from "@lingui/core/macro";
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import type {
  MergePreview,
  StaffAffiliation,
} from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { Choices } from "@guildhall/web-kit/ui/choices.tsx";
import { TextAreaField } from "@guildhall/web-kit/ui/field.tsx";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { LoadingRegion, Skeleton } from "@guildhall/web-kit/ui/skeleton.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { ProofCancelled, useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { SearchField } from "../../../ui/search-field.tsx";
import { staffKey } from "../../staff/queries.ts";
import { memberCountText } from "./labels.ts";
import { mergeAffiliation, mergePreviewQuery, staffAffiliationsQuery } from "./queries.ts";

const MOST_SHOWN = 5;

/** Merges the affiliation into another one, after a preview of what moves. */
export function MergeDialog(props: { affiliation: StaffAffiliation; onClose: () => void }) {
  const { affiliation, onClose } = props;
  const { name } = affiliation;
  const cache = useQueryClient();
  const navigate = useNavigate();
  const proof = useProof();
  const [intoId, setIntoId] = useState("");
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const preview = useQuery({
    ...mergePreviewQuery(affiliation.id, intoId),
    enabled: intoId !== "",
  });
  const merge = useSingleFlightMutation({
    mutationFn: () =>
      proof.withProof(() => mergeAffiliation(affiliation.id, intoId, reason.trim())),
    onSuccess: async (kept) => {
      toast.success(t`${name} was merged into ${{ kept: kept.name }}`);
      onClose();
      for (const queryKey of [staffKey, keys.openAffiliations, keys.affiliations]) {
        // Not awaited: it would wait while offline.
        void cache.invalidateQueries({ queryKey });
      }
      await navigate(`/staff/affiliations/${kept.id}`);
    },
  });
  const isBlocked = preview.data?.blockedByPortal === true;
  const failure = merge.error instanceof ProofCancelled ? null : merge.error;
  return (
    <>
      <FormDialog
        open={proof.requested === null}
        danger
        title={t`Merge ${name} into another affiliation`}
        description={t`Its members, communities and requests move. This cannot be undone.`}
        confirm={t`Merge`}
        busy={merge.isPending}
        disabled={preview.data === undefined || isBlocked}
        failure={failure && errorMessage(failure, t`Failed to merge the affiliations`)}
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (reason.trim() !== "" && preview.data !== undefined) merge.mutate();
        }}
        onClose={onClose}
      >
        <TargetChooser
          without={affiliation.id}
          chosen={intoId}
          onChoose={(id) => {
            setIntoId(id);
            merge.reset();
          }}
        />
        {intoId !== "" && (
          <div role="status" aria-live="polite">
            {preview.data !== undefined ? (
              <Preview preview={preview.data} />
            ) : preview.error === null ? (
              <LoadingRegion label={t`Loading the preview`}>
                <Skeleton className="h-28 w-full" />
              </LoadingRegion>
            ) : (
              <Note tone="danger">
                {errorMessage(preview.error, t`The preview could not be loaded.`)}
              </Note>
            )}
          </div>
        )}
        <TextAreaField
          mandatory
          label={t`Reason`}
          maxLength={500}
          error={isChecked && reason.trim() === "" ? t`Please give a reason.` : undefined}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </FormDialog>
      <ProofDialog requested={proof.requested} />
    </>
  );
}

function TargetChooser(props: { without: string; chosen: string; onChoose: (id: string) => void }) {
  const { without, chosen, onChoose } = props;
  const [q, setQ] = useState("");
  const list = useInfiniteQuery({
    ...staffAffiliationsQuery({ q, state: null }),
    placeholderData: keepPreviousData,
  });
  const found = (list.data?.pages[0]?.items ?? []).filter(({ id }) => id !== without);
  return (
    <div className="flex flex-col gap-2">
      <SearchField
        label={t`Find an affiliation`}
        placeholder={t`Name or URL path`}
        value={q}
        onSearch={setQ}
        className="h-10"
      />
      {found.length > 0 ? (
        <Choices
          label={t`The affiliation that stays`}
          name="into"
          value={chosen}
          choices={found.slice(0, MOST_SHOWN).map(({ id, name, memberCount }) => ({
            value: id,
            title: name,
            text: memberCountText(memberCount),
          }))}
          onChange={(event) => onChoose(event.target.value)}
        />
      ) : (
        <p role="status" className="text-13 text-ink-2">
          {list.error === null
            ? list.isPending
              ? t`Loading affiliations`
              : t`No affiliations found`
            : errorMessage(list.error, t`Failed to load affiliations. Please try again later.`)}
        </p>
      )}
    </div>
  );
}

/** The numbers of things that move. */
function Preview({ preview }: { preview: MergePreview }) {
  const { from, into } = preview;
  if (preview.blockedByPortal) {
    return (
      <Note tone="warning">
        {t`${{ affiliation: from.name }} has a portal. Archive the portal before you merge the affiliation.`}
      </Note>
    );
  }
  const rows = [
    [t`New members`, preview.members],
    [t`Members of both already`, preview.alreadyMembers],
    [t`Communities`, preview.communities],
    [t`Pending requests`, preview.pendingRequests],
    [t`Open invitations`, preview.openInvitations],
    [t`Invite codes`, preview.inviteCodes],
    [t`People who lose a role`, preview.roleHolders],
  ] as const;
  return (
    <section aria-label={t`What moves`} className="rounded-md px-3 py-2 edge-line">
      <h3 className="text-13 font-strong">{t`From ${{ from: from.name }} to ${{ into: into.name }}`}</h3>
      <dl className="mt-1 divide-y divide-line-soft text-13">
        {rows.map(([name, count]) => (
          <div key={name} className="flex justify-between gap-4 py-1.5">
            <dt className="text-ink-3">{name}</dt>
            <dd className="font-medium tabular-nums">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
