import { useInfiniteQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { errorMessage } from "../../../api/problem.ts";
import type {
  Affiliation,
  AffiliationRequest,
  AffiliationRequestStatus,
} from "../../../api/types.ts";
import { BackLink } from "../../../shell/back-link.tsx";
import { ReadingPage } from "../../../shell/reading-page.tsx";
import { Title } from "../../../shell/title.tsx";
import { useSearchParam } from "../../../shell/use-search-param.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Paged } from "../../../ui/paged.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../../ui/tabs.tsx";
import { ManageSkeleton } from "../../communities/manage/parts.tsx";
import { affiliationPath } from "../affiliation-badge.tsx";
import { affiliationQuery } from "../queries.ts";
import { UnknownAffiliation } from "../unknown-affiliation.tsx";
import { affiliationReviewScope, requestsQuery } from "./queries.ts";
import { RejectDialog } from "./reject-dialog.tsx";
import { RequestCard } from "./request-card.tsx";

const tabs = [
  { status: "pending", label: "Pending", empty: "No pending requests" },
  { status: "approved", label: "Approved", empty: "No approved requests" },
  { status: "rejected", label: "Rejected", empty: "No rejected requests" },
] as const;

/** The applications to an affiliation, for its admins and staff (F-058). */
export function RequestsScreen() {
  const { idOrPath = "" } = useParams();
  const { data: affiliation } = useSuspenseQuery(affiliationQuery(idOrPath));
  // Other viewers get "not found", as from the server.
  if (affiliation === null || !affiliation.viewer.isAdmin) return <UnknownAffiliation back="/" />;
  return <Requests affiliation={affiliation} />;
}

function Requests({ affiliation }: { affiliation: Affiliation }) {
  const home = affiliationPath(affiliation);
  const [{ status: shown }, choose] = useSearchParam(
    (search) => ({ status: statusIn(search) }),
    ({ status }) => new URLSearchParams(status === "pending" ? {} : { status }),
  );
  return (
    <ReadingPage title="Requests" width="narrow" back={home}>
      <Title>{`Requests to join ${affiliation.name}`}</Title>
      <BackLink to={home} className="mb-3">
        {affiliation.name}
      </BackLink>
      <h1 className="display text-24 max-md:sr-only md:text-30">Requests to join</h1>
      <Tabs value={shown} onValueChange={(status) => choose({ status: statusOf(status) })}>
        <TabList aria-label="Filter requests" className="mt-4 max-md:mt-0">
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
    </ReadingPage>
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
        failure={(error) => errorMessage(error, "Failed to load requests")}
        empty={
          <EmptyState
            className="py-10"
            picture="square"
            title={empty}
            text={`Requests to join ${affiliation.name} appear here.`}
          />
        }
      >
        {(requests) => (
          <ul aria-label="Requests to join" className="divide-y divide-line-soft">
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
