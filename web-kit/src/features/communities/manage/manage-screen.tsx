import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link, Outlet, useLocation, useParams } from "react-router";
import type { Community, Me } from "../../../api/types.ts";
import { useLive, useWatchCommunity } from "../../../live/use-live.ts";
import { MobileHeader } from "../../../shell/mobile-header.tsx";
import { Title } from "../../../shell/title.tsx";
import { useMe } from "../../accounts/queries.ts";
import { CommunityIcon } from "../community-icon.tsx";
import { JoinPane } from "../join-pane.tsx";
import { QueryContent } from "../query-content.tsx";
import { PaneFailure } from "../pane-failure.tsx";
import { communityQuery } from "../queries.ts";
import { memberCountLabel, VISIBILITY_LABELS } from "../labels.ts";
import { ManageTabs } from "./manage-tabs.tsx";
import { AccessDenied, ManageSkeleton } from "./parts.tsx";
import { MANAGE_TABS, ManageContext, type ManageState } from "./manage-context.ts";

/** The admin area of a community. */
export function ManageScreen() {
  const me = useMe();
  const { communityId = "" } = useParams();
  return me === null ? null : <ManageArea key={communityId} {...{ me, communityId }} />;
}

function ManageArea({ me, communityId }: { me: Me; communityId: string }) {
  useLive(me.id);
  const query = useQuery(communityQuery(communityId));
  useWatchCommunity(me, query.data ?? null);
  return (
    <Sheet communityId={communityId} name={query.data?.name ?? null}>
      <QueryContent
        query={query}
        skeleton={
          <div className="p-6">
            <ManageSkeleton />
          </div>
        }
        renderFailure={(error, retry) => (
          <PaneFailure error={error} what="community" onRetry={retry} />
        )}
      >
        {(community) => <Managed {...{ community, me }} />}
      </QueryContent>
    </Sheet>
  );
}

const ACCESS_DENIED_MESSAGE = <AccessDenied>{t`Admin privileges required`}</AccessDenied>;

function Managed(place: ManageState) {
  const { community } = place;
  const { pathname } = useLocation();
  // Non-members see the join pane; members who may not moderate see a refusal.
  if (!community.viewer.mayModerate) {
    return (
      <>
        <h1 className="sr-only">{community.name}</h1>
        {community.viewer.isMember ? ACCESS_DENIED_MESSAGE : <JoinPane community={community} />}
      </>
    );
  }
  const open = MANAGE_TABS.find(({ path }) => path !== "" && pathname.endsWith(`/${path}`));
  const isTheirs = (open ?? MANAGE_TABS[0])?.isFor(place) ?? false;
  return (
    <ManageContext value={place}>
      <Head community={community} />
      <ManageTabs place={place} />
      {isTheirs ? <Outlet /> : ACCESS_DENIED_MESSAGE}
    </ManageContext>
  );
}

function Sheet(props: { communityId: string; name: string | null; children: ReactNode }) {
  const back = `/communities/${props.communityId}`;
  const name = props.name ?? t`Community`;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col md:px-2 md:pb-2">
      <Title>{t`Manage ${name}`}</Title>
      <MobileHeader title={t`Manage ${name}`} back={back} />
      {/* Focusable, so that the keyboard can scroll a page that holds nothing else to focus. */}
      <div
        role="region"
        aria-label={t`Manage ${name}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        data-pane="page"
        className="flex min-h-0 flex-1 flex-col overflow-y-auto bg-surface focus-visible:-outline-offset-2 md:rounded-lg md:shadow-[0_0_0_1px_var(--line-soft),var(--e1)] md:forced-colors:border"
      >
        <nav aria-label={t`Where you are`} className="px-6 pt-4 max-md:hidden">
          <ol className="flex items-center gap-1.5 text-13 text-ink-2">
            <li className="min-w-0">
              <Link to={back} className="block truncate hover:text-ink hover:underline">
                {name}
              </Link>
            </li>
            <li className="flex items-center gap-1.5" aria-current="page">
              <ChevronRight size={14} aria-hidden className="text-ink-3 rtl:-scale-x-100" />
              {t`Manage`}
            </li>
          </ol>
        </nav>
        {props.children}
      </div>
    </div>
  );
}

function Head({ community }: { community: Community }) {
  return (
    <div className="flex shrink-0 items-center gap-4 px-4 pt-4 md:px-6 md:pt-3">
      <CommunityIcon community={community} size={44} />
      <div className="min-w-0 flex-1">
        <h1 className="display truncate text-20" title={community.name}>
          <bdi>{community.name}</bdi>
        </h1>
        <p className="text-14 text-ink-2">
          {VISIBILITY_LABELS[community.visibility]}
          <span className="meta-dot">{memberCountLabel(community)}</span>
        </p>
      </div>
    </div>
  );
}
