import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../api/problem.ts";
import type {
  Affiliation,
  AffiliationRequest,
  AffiliationRequestStatus,
} from "../../../api/types.ts";
import { useSearchParam } from "../../../shell/use-search-param.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Paged } from "../../../ui/paged.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../../ui/tabs.tsx";
import { ManageSkeleton } from "../../communities/manage/parts.tsx";
import { affiliationReviewScope, requestsQuery } from "./queries.ts";
import { RejectDialog } from "./reject-dialog.tsx";
import { RequestCard } from "./request-card.tsx";

const tabs = [
  { status: "pending", label: t`Pending`, empty: t`No pending requests` },
  { status: "approved", label: t`Approved`, empty: t`No approved requests` },
  { status: "rejected", label: t`Rejected`, empty: t`No rejected requests` },
] as const;

/** The applications to an affiliation by status; the status is kept in the address. */
export function RequestsPanel({ affiliation }: { affiliation: Affiliation }) {
  const [{ status: shown }, choose] = useSearchParam(
    (search) => ({ status: statusIn(search) }),
    ({ status }) => new URLSearchParams(status === "pending" ? {} : { status }),
  );
  return (
    <Tabs value={shown} onValueChange={(status) => choose({ status: statusOf(status) })}>
      <TabList aria-label={t`Filter requests`} className="mt-4 max-md:mt-0">
        {tabs.map(({ status, label }) => (
          <Tab key={status} value={status}>
            {label}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ status, empty }) => (
        <TabPanel key={status} value={status} className="pt-2">
          <List {...{ affiliation, status, empty }} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

function statusOf(word: string | null): AffiliationRequestStatus {
  return tabs.find(({ status }) => status === word)?.status ?? "pending";
}

const statusIn = (search: URLSearchParams) => statusOf(search.get("status"));

function List(props: {
  affiliation: Affiliation;
  status: AffiliationRequestStatus;
  empty: string;
}) {
  const { affiliation, status, empty } = props;
  const desk = affiliationReviewScope(affiliation.id);
  const [rejecting, setRejecting] = useState<AffiliationRequest | null>(null);
  return (
    <>
      <Paged
        query={useInfiniteQuery(requestsQuery(desk, status))}
        waiting={<ManageSkeleton />}
        failure={(error) => errorMessage(error, t`Failed to load requests`)}
        empty={
          <EmptyState
            className="py-10"
            picture="square"
            title={empty}
            text={t`Requests to join ${{ name: affiliation.name }} appear here.`}
          />
        }
      >
        {(requests) => (
          <ul aria-label={t`Requests to join`} className="divide-y divide-line-soft">
            {requests.map((request) => (
              <li key={request.id}>
                <RequestCard {...{ scope: desk, request }} onReject={() => setRejecting(request)} />
              </li>
            ))}
          </ul>
        )}
      </Paged>
      {rejecting !== null && (
        <RejectDialog scope={desk} request={rejecting} onClose={() => setRejecting(null)} />
      )}
    </>
  );
}
