import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { StaffCommunity } from "@guildhall/web-kit/api/staff-types.ts";
import { useSearchParamFields } from "@guildhall/web-kit/shell/use-search-param.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { CommunityIcon } from "@guildhall/web-kit/features/communities/community-icon.tsx";
import { CommunityPause } from "./community-pause.tsx";
import { CommunityStatus } from "./community-status.tsx";
import { communitySummary, pauseLabel } from "./community-labels.ts";
import { Pages, StaffTable, TableHead, Td, TwoLineCell } from "./parts.tsx";
import { communitiesQuery } from "./queries.ts";
import { StaffPage } from "./staff-page.tsx";

/** All communities, or those found by name or description; the search is kept in the address. */
export function StaffCommunitiesScreen() {
  const [{ q }, change] = useSearchParamFields({ q: "" });
  const [chosen, setChosen] = useState<StaffCommunity | null>(null);
  return (
    <StaffPage title={t`Communities`}>
      <div className="px-4 pt-4 md:px-6">
        <SearchField
          label={t`Find a community`}
          placeholder={t`Name, description or id`}
          value={q}
          onSearch={(wanted) => change({ q: wanted })}
        />
      </div>
      <Pages
        query={useInfiniteQuery(communitiesQuery(q))}
        empty={<EmptyState className="py-12" picture={null} title={t`No communities found`} />}
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
    <StaffTable label={t`Communities`}>
      <TableHead
        columns={[
          t`Name`,
          { name: t`Last activity`, className: "max-md:hidden" },
          t`Status`,
          { name: t`Pause`, unseen: true, className: "max-md:hidden" },
        ]}
      />
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
  const label = pauseLabel(community);
  return (
    <tr className="hover:bg-hover">
      <Td>
        <span className="flex items-center gap-3">
          <CommunityIcon community={community} size={36} />
          <span className="min-w-0">
            <TwoLineCell
              first={
                <Link
                  to={`/staff/communities/${community.id}`}
                  className="hover:underline"
                  dir="auto"
                >
                  {community.name}
                </Link>
              }
              second={communitySummary(community)}
            />
          </span>
        </span>
      </Td>
      <Td className="max-md:hidden">
        <RelativeTime time={community.lastUpdated} />
      </Td>
      <Td>
        <CommunityStatus community={community} />
      </Td>
      <Td className="text-end max-md:hidden">
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
