import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import { type KeyboardEvent, lazy, type ReactNode, Suspense } from "react";
import { useMatch, useNavigate, useParams } from "react-router";
import type { Community, Me } from "../../api/types.ts";
import { useLive, useWatchCommunity } from "../../live/use-live.ts";
import { MobileHeader } from "../../shell/mobile-header.tsx";
import { Title } from "../../shell/title.tsx";
import { useIsDesktop } from "../../shell/use-is-desktop.ts";
import { useMe } from "../accounts/queries.ts";
import { CommunitiesPane } from "./communities-pane.tsx";
import { QueryContent } from "./query-content.tsx";
import { PaneFailure } from "./pane-failure.tsx";
import { PostsPane } from "./posts-pane.tsx";
import { communityQuery, threadQuery } from "./queries.ts";
import { CommunitySkeleton } from "./skeletons.tsx";
import { isNotFound, MovedThread } from "./threads/moved-thread.tsx";
import { ThreadsPane } from "./threads-pane.tsx";
import { COLLAPSED_SIDEBAR, useMedia } from "./use-media.ts";
import { WelcomePane } from "./welcome-pane.tsx";

/** Members never see it. */
const JoinPane = lazy(async () => ({ default: (await import("./join-pane.tsx")).JoinPane }));
const InsightsPane = lazy(async () => ({
  default: (await import("../articles/insights-pane.tsx")).InsightsPane,
}));
const EventsPane = lazy(async () => ({
  default: (await import("./events-pane.tsx")).EventsPane,
}));

/**
 * My Communities: the list, one community's threads and one thread, side by side where there is
 * space.
 */
export function CommunitiesScreen() {
  const me = useMe();
  return me === null ? null : <Panes me={me} />;
}

function Panes({ me }: { me: Me }) {
  const { communityId = null, threadId = null } = useParams();
  const phone = !useIsDesktop();
  const collapsed = useMedia(COLLAPSED_SIDEBAR);
  useLive(me.id);
  const onKeyDown = useEscape(communityId, threadId);
  const alone = communityId !== null && phone;
  return (
    <div
      onKeyDown={onKeyDown}
      className="flex min-h-0 flex-1 max-md:flex-col max-md:overflow-y-auto max-md:bg-surface"
    >
      <CommunityTitle {...{ communityId, threadId }} />
      {!alone && (
        <CommunitiesPane
          selectedId={communityId}
          {...{ collapsed, phone }}
          {...(phone && { className: "max-md:flex-none" })}
        />
      )}
      <div
        className="flex min-h-0 min-w-0 flex-1 overflow-hidden md:sheet md:me-2 md:mb-2 max-md:data-[welcome]:flex-none max-md:data-[welcome]:overflow-visible"
        {...(communityId === null && { "data-welcome": true })}
      >
        {communityId === null ? (
          <WelcomePane />
        ) : (
          <OpenCommunity {...{ communityId, threadId, me, phone }} />
        )}
      </div>
    </div>
  );
}

/** Names the browser tab after the open thread or community; it is never empty. */
function CommunityTitle(props: { communityId: string | null; threadId: string | null }) {
  const communityId = props.communityId ?? "";
  const community = useQuery({ ...communityQuery(communityId), enabled: communityId !== "" });
  const threadId = props.threadId ?? "";
  const thread = useQuery({ ...threadQuery(communityId, threadId), enabled: threadId !== "" });
  return <Title>{thread.data?.caption ?? community.data?.name ?? t`My Communities`}</Title>;
}

/** Keeps the back button on a phone while a community is loading or not found. */
function Frame({ phone, children }: { phone: boolean; children: ReactNode }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {phone && (
        <>
          <h1 className="sr-only">{t`Group`}</h1>
          <MobileHeader back="/communities" />
        </>
      )}
      {children}
    </div>
  );
}

interface OpenCommunityProps {
  communityId: string;
  threadId: string | null;
  me: Me;
  phone: boolean;
}

function OpenCommunity(props: OpenCommunityProps) {
  const { communityId, threadId, phone } = props;
  const query = useQuery(communityQuery(communityId));
  const skeleton = (
    <Frame phone={phone}>
      <CommunitySkeleton thread={threadId !== null} />
    </Frame>
  );
  const renderFailure = (error: Error, retry: () => void) => {
    const failure = (
      <Frame phone={phone}>
        <PaneFailure error={error} what="community" onRetry={retry} />
      </Frame>
    );
    if (threadId === null || !isNotFound(error)) return failure;
    return <MovedThread {...{ communityId, threadId, skeleton }}>{failure}</MovedThread>;
  };
  return (
    <QueryContent key={communityId} query={query} skeleton={skeleton} renderFailure={renderFailure}>
      {(community) => <CommunityPanes {...props} community={community} />}
    </QueryContent>
  );
}

function CommunityPanes(props: OpenCommunityProps & { community: Community }) {
  const { community, threadId, me, phone } = props;
  const insights = useMatch("/communities/:communityId/insights") !== null;
  const events = useMatch("/communities/:communityId/events") !== null;
  useWatchCommunity(me, community);
  if (!community.viewer.isMember && !me.isStaff) {
    return (
      <Frame phone={phone}>
        <Suspense fallback={<CommunitySkeleton thread={false} />}>
          <JoinPane community={community} />
        </Suspense>
      </Frame>
    );
  }
  if (insights) {
    return (
      <Suspense fallback={<CommunitySkeleton thread={false} />}>
        <InsightsPane {...{ community, me, phone }} />
      </Suspense>
    );
  }
  if (events) {
    return (
      <Suspense fallback={<CommunitySkeleton thread={false} />}>
        <EventsPane {...{ community, me, phone }} />
      </Suspense>
    );
  }
  return (
    <>
      <ThreadsPane
        {...{ community, threadId, me, phone }}
        {...(threadId !== null && { className: "max-lg:hidden" })}
      />
      {threadId === null ? <NoThreadOpen /> : <PostsPane {...{ community, threadId, me, phone }} />}
    </>
  );
}

function NoThreadOpen() {
  return (
    <section
      aria-label={t`Posts`}
      className="grid min-w-0 flex-1 place-items-center text-center max-lg:hidden"
    >
      <div>
        <MessagesSquare size={24} aria-hidden className="mx-auto text-ink-3" />
        <p className="mt-2 text-15 font-semibold">{t`Choose a thread`}</p>
        <p className="mt-0.5 text-13 text-ink-3">{t`Its posts will open here.`}</p>
      </div>
    </section>
  );
}

/**
 * Escape moves to the previous pane: to the row that opened this one or, if that pane is hidden, to
 * its address.
 */
function useEscape(communityId: string | null, threadId: string | null) {
  const navigate = useNavigate();
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    // React also delivers events of dialogs and menus here, which are rendered outside this
    // element.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
    const inPosts = threadId !== null && isWithin(event.target, "posts");
    const inThreads = communityId !== null && !inPosts && !isWithin(event.target, "communities");
    if (inPosts && !focusCurrent("threads")) void navigate(`/communities/${communityId}`);
    if (inThreads && !focusCurrent("communities")) void navigate("/communities");
  };
}

function isWithin(target: EventTarget, pane: string): boolean {
  return target instanceof Element && target.closest(`[data-pane="${pane}"]`) !== null;
}

function focusCurrent(pane: string): boolean {
  const row = document.querySelector<HTMLElement>(
    `[data-pane="${pane}"] [data-roving][tabindex="0"]`,
  );
  if (row === null || !row.checkVisibility()) return false;
  row.focus();
  return true;
}
