import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import type { StaffCommunity } from "@guildhall/web-kit/api/staff-types.ts";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { CommunityIcon } from "@guildhall/web-kit/features/communities/community-icon.tsx";
import { AuditTable } from "./audit/audit-table.tsx";
import { CommunityActions } from "./community-actions.tsx";
import { CommunityStatus } from "./community-status.tsx";
import { communitySummary } from "./community-labels.ts";
import { CommunityRoles } from "./community-roles.tsx";
import { Pages } from "./parts.tsx";
import { communitiesQuery, communityHistoryQuery } from "./queries.ts";
import { StaffPage } from "./staff-page.tsx";

/** One community: its status, actions, staff roles and audit entries. */
export function StaffCommunityScreen() {
  const { communityId = "" } = useParams();
  const found = useInfiniteQuery(communitiesQuery(communityId));
  const name = found.data?.pages[0]?.items[0]?.name ?? t`Community`;
  return (
    <StaffPage title={name} back="/staff/communities">
      <Pages
        query={{ ...found, hasNextPage: false }}
        empty={<EmptyState className="py-12" picture={null} title={t`Community not found`} />}
      >
        {([community]) => community !== undefined && <About community={community} />}
      </Pages>
    </StaffPage>
  );
}

function About({ community }: { community: StaffCommunity }) {
  const log = useInfiniteQuery(communityHistoryQuery(community.id));
  return (
    <div className="flex flex-col gap-6 pt-4">
      <div className="flex items-center gap-4 px-4 md:px-6">
        <CommunityIcon community={community} size={56} />
        <div className="min-w-0">
          <p className="truncate text-14 text-ink-2">{communitySummary(community)}</p>
          <CommunityStatus community={community} />
        </div>
      </div>
      <CommunityActions community={community} />
      <CommunityRoles community={community} />
      <section aria-label={t`History`}>
        <h2 className="px-4 text-15 font-semibold md:px-6">{t`History`}</h2>
        <Pages
          query={log}
          empty={<p className="px-4 pt-2 text-13 text-ink-2 md:px-6">{t`No activity yet.`}</p>}
        >
          {(entries) => <AuditTable entries={entries} subject={false} />}
        </Pages>
      </section>
    </div>
  );
}
