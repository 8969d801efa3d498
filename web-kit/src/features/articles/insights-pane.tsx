import { t } from "@lingui/core/macro";
import type { Community, Me } from "../../api/types.ts";
import { CommunityHead } from "../communities/community-head.tsx";
import { CommunityMenu } from "../communities/community-menu.tsx";
import { CommunityStatus } from "../communities/community-status.tsx";
import { ArticleList } from "./article-list.tsx";
import { WriteLink } from "./write-link.tsx";

export interface InsightsPaneProps {
  community: Community;
  me: Me;
  phone: boolean;
}

/** A community's Insights, next to its threads. The list fills both panes. */
export function InsightsPane({ community, me, phone }: InsightsPaneProps) {
  return (
    <section
      aria-label={t`Insights`}
      data-pane="insights"
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <CommunityHead
        {...{ community, phone }}
        open="insights"
        actions={
          <>
            <WriteLink {...{ community, phone }} />
            <CommunityMenu {...{ community, me, phone }} />
          </>
        }
      />
      <CommunityStatus {...{ community, me }} />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-2 py-2 max-md:px-0">
        <ArticleList key={community.id} community={community} />
      </div>
    </section>
  );
}
