import { useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { StaffCommunity } from "../../api/staff-types.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { inputClass } from "../../ui/field.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { formatMoment } from "../../ui/time.ts";
import { CommunitySign } from "../communities/community-sign.tsx";
import { membersWords, VISIBILITY_WORDS } from "../communities/words.ts";
import { CommunityPause } from "./community-pause.tsx";
import { Pages, StaffTable, Td, Th, Two } from "./parts.tsx";
import { communitiesQuery } from "./queries.ts";
import { StaffPage } from "./staff-page.tsx";
import { useTypedParam } from "./use-typed-param.ts";

/** Every community, or those whose name or description begins so; the search stands in the address. */
export function StaffCommunitiesScreen() {
  const [q, typed, setTyped] = useTypedParam("q");
  const [chosen, setChosen] = useState<StaffCommunity | null>(null);
  return (
    <StaffPage title="Communities">
      <div className="px-4 pt-4 md:px-6">
        <span className={inputClass(false, "h-10 max-w-96 px-3 max-md:h-12")}>
          <Search size={16} aria-hidden className="text-ink-3" />
          <input
            type="search"
            aria-label="Find a community"
            placeholder="Name, description or id"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className="min-w-0 flex-1 bg-transparent outline-none"
          />
        </span>
      </div>
      <Pages
        query={useInfiniteQuery(communitiesQuery(q))}
        empty={<EmptyState className="py-12" picture={null} title="No communities found" />}
      >
        {(communities) => <Communities communities={communities} onChoose={setChosen} />}
      </Pages>
      {chosen !== null && <CommunityPause community={chosen} onClose={() => setChosen(null)} />}
    </StaffPage>
  );
}

function Communities(props: {
  communities: readonly StaffCommunity[];
  onChoose: (community: StaffCommunity) => void;
}) {
  return (
    <StaffTable label="Communities">
      <thead>
        <tr>
          <Th>Name</Th>
          <Th className="max-md:hidden">Last activity</Th>
          <Th>Standing</Th>
          <Th>
            <span className="sr-only">Pause</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {props.communities.map((community) => (
          <Row key={community.id} community={community} onChoose={props.onChoose} />
        ))}
      </tbody>
    </StaffTable>
  );
}

function Row(props: { community: StaffCommunity; onChoose: (community: StaffCommunity) => void }) {
  const { community, onChoose } = props;
  const label = community.status === "paused" ? "Lift the pause" : "Pause";
  const kind = community.groupType === "trust-circle" ? "Trust circle" : "Community";
  return (
    <tr className="hover:bg-hover">
      <Td>
        <span className="flex items-center gap-3">
          <CommunitySign community={community} size={36} />
          <span className="min-w-0">
            <Two
              first={
                <Link to={`/communities/${community.id}`} className="hover:underline" dir="auto">
                  {community.name}
                </Link>
              }
              second={`${kind} · ${VISIBILITY_WORDS[community.visibility]} · ${membersWords(community)}`}
            />
          </span>
        </span>
      </Td>
      <Td className="max-md:hidden">
        <RelativeTime time={community.lastUpdated} />
      </Td>
      <Td>
        <Standing community={community} />
      </Td>
      <Td className="text-end">
        <Button
          size="sm"
          aria-label={`${label}: ${community.name}`}
          onClick={() => onChoose(community)}
        >
          {label}
        </Button>
      </Td>
    </tr>
  );
}

/** What is not as usual with a community; "Active" when nothing is. */
function Standing({ community }: { community: StaffCommunity }) {
  const { pauseInfo, deletionStatus, isDefaultCommunity } = community;
  const until = pauseInfo?.pausedUntil ?? null;
  return (
    <>
      <span className="inline-flex flex-wrap gap-1">
        {pauseInfo !== null && <Badge tone="warning">Paused</Badge>}
        {deletionStatus.isPending && <Badge tone="danger">To be deleted</Badge>}
        {pauseInfo === null && !deletionStatus.isPending && <Badge tone="success">Active</Badge>}
        {isDefaultCommunity && <Badge tone="info">Default</Badge>}
      </span>
      {pauseInfo !== null && (
        <span className="mt-1 block text-12 text-ink-2 [overflow-wrap:anywhere]" dir="auto">
          {until !== null && `Until ${formatMoment(until)}. `}
          {pauseInfo.pausedReason}
        </span>
      )}
    </>
  );
}
