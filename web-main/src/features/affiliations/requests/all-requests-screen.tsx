import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type {
  AffiliationRequest,
  AffiliationRequestStatus,
  AffiliationRequestType,
} from "@guildhall/web-kit/api/types.ts";
import { useSearchParamFields } from "@guildhall/web-kit/shell/use-search-param.ts";
import { ButtonLink } from "@guildhall/web-kit/ui/button.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { Segments } from "@guildhall/web-kit/ui/segments.tsx";
import { Pages } from "../../staff/parts.tsx";
import { overviewQuery } from "../../staff/queries.ts";
import { StaffPage } from "../../staff/staff-page.tsx";
import { SelectableRequests } from "./selectable-requests.tsx";
import { RequestedAffiliation } from "./requested-affiliation.tsx";
import { DeletionDialog } from "./deletion-dialog.tsx";
import {
  requestsQuery,
  staffReviewScope,
} from "@guildhall/web-kit/features/affiliations/requests/queries.ts";
import { RejectDialog } from "@guildhall/web-kit/features/affiliations/requests/reject-dialog.tsx";
import { RequestCard } from "@guildhall/web-kit/features/affiliations/requests/request-card.tsx";

const statuses = [
  { value: "pending", label: t`Pending` },
  { value: "approved", label: t`Approved` },
  { value: "rejected", label: t`Rejected` },
] as const;

const empty: Record<AffiliationRequestStatus, string> = {
  pending: t`No pending requests`,
  approved: t`No approved requests`,
  rejected: t`No rejected requests`,
};

const types = [
  { value: "all", label: t`All` },
  { value: "new", label: t`New` },
  { value: "join", label: t`To join` },
] as const;

/** All applications and requests for new affiliations, for staff (F-058). */
export function AllRequestsScreen() {
  const [chosen, change] = useSearchParamFields({ status: "", type: "" });
  const status = statuses.find(({ value }) => value === chosen.status)?.value ?? "pending";
  const type = types.find(({ value }) => value === chosen.type)?.value ?? "all";
  const waiting = useQuery(overviewQuery).data?.affiliationRequestsPending;
  return (
    <StaffPage
      title={t`Affiliation requests`}
      subtitle={waiting === undefined ? undefined : t`${waiting} pending`}
      actions={
        <ButtonLink
          to="/staff/affiliations/new"
          icon={<Plus size={15} aria-hidden />}
        >{t`New affiliation`}</ButtonLink>
      }
    >
      <div className="flex flex-wrap gap-x-4 gap-y-2 px-4 pt-4 md:px-6">
        <Segments
          label={t`Filter requests`}
          segments={statuses}
          value={status}
          onChange={(next) => change({ status: next === "pending" ? "" : next })}
        />
        <Segments
          label={t`Requested affiliation`}
          segments={types}
          value={type}
          onChange={(next) => change({ type: next === "all" ? "" : next })}
        />
      </div>
      <List status={status} type={type === "all" ? null : type} />
    </StaffPage>
  );
}

interface ListProps {
  status: AffiliationRequestStatus;
  type: AffiliationRequestType | null;
}

function List({ status, type }: ListProps) {
  const [rejecting, setRejecting] = useState<AffiliationRequest | null>(null);
  const [deleting, setDeleting] = useState<AffiliationRequest | null>(null);
  const list = useInfiniteQuery(requestsQuery(staffReviewScope, status, type));
  return (
    <>
      <Pages
        query={list}
        empty={<EmptyState className="py-12" picture="square" title={empty[status]} />}
      >
        {(requests) => (
          <SelectableRequests requests={requests} pages={list}>
            {(request) => (
              <RequestCard
                scope={staffReviewScope}
                request={request}
                about={<RequestedAffiliation request={request} />}
                onReject={() => setRejecting(request)}
                onDelete={() => setDeleting(request)}
              />
            )}
          </SelectableRequests>
        )}
      </Pages>
      {rejecting !== null && (
        <RejectDialog
          scope={staffReviewScope}
          request={rejecting}
          onClose={() => setRejecting(null)}
        />
      )}
      {deleting !== null && <DeletionDialog request={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}
