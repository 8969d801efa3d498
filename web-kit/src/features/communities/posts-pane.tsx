import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Ellipsis, Link2, UsersRound } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { keys } from "../../api/keys.ts";
import type { Community, Me, Thread } from "../../api/types.ts";
import type { Pages } from "../../live/reducers.ts";
import { MobileHeader } from "../../shell/mobile-header.tsx";
import { Title } from "../../shell/title.tsx";
import { AvatarStack } from "../../ui/avatar.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "../../ui/menu.tsx";
import { Note } from "../../ui/note.tsx";
import { formatMoment } from "../../ui/time.ts";
import { shortDay } from "../posts/days.ts";
import { PostsArea } from "../posts/posts-area.tsx";
import { useNow } from "../posts/use-now.ts";
import { PostsSkeleton } from "../posts/posts-skeleton.tsx";
import { copyLink } from "./copy-link.ts";
import { PaneBoundary } from "./pane-boundary.tsx";
import { PaneFailure } from "./pane-failure.tsx";
import { threadQuery } from "./queries.ts";
import { clearUnread } from "./unread.ts";
import { counted } from "./words.ts";

const MembersDialog = lazy(async () => ({
  default: (await import("./members-dialog.tsx")).MembersDialog,
}));

export interface PostsPaneProps {
  community: Community;
  threadId: string;
  me: Me;
  phone: boolean;
  /** The desk has room for the way back only as the pane beside it. */
  back: string | null;
}

/** The third pane: one thread. */
export function PostsPane(props: PostsPaneProps) {
  const { community, threadId, phone } = props;
  return (
    <section
      aria-label="Posts"
      data-pane="posts"
      className="flex min-h-0 min-w-0 flex-1 flex-col max-md:bg-surface"
    >
      <PaneBoundary
        place={threadId}
        skeleton={
          <>
            {phone && <MobileHeader title={community.name} back={`/communities/${community.id}`} />}
            <PostsSkeleton />
          </>
        }
        renderFailure={(error, retry) => (
          <>
            {phone && <MobileHeader title={community.name} back={`/communities/${community.id}`} />}
            <PaneFailure error={error} what="posts" onRetry={retry} />
          </>
        )}
      >
        <OpenThread key={threadId} {...props} />
      </PaneBoundary>
    </section>
  );
}

function OpenThread({ community, threadId, me, phone, back }: PostsPaneProps) {
  const cache = useQueryClient();
  const { data: thread } = useSuspenseQuery(threadQuery(community.id, threadId));
  const [unread] = useState(() => unreadOf(cache.getQueryData(keys.threads(community.id)), thread));
  useEffect(
    () => () => clearUnread(cache, community.id, threadId),
    [cache, community.id, threadId],
  );
  const meta = `${counted(thread.numposts, "post", "posts")} · ${counted(thread.participantCount, "person", "people")}`;
  const menu = <ThreadMenu {...{ community, thread, me, phone }} />;
  return (
    <>
      <Title>{thread.caption}</Title>
      {phone ? (
        <MobileHeader
          title={community.name}
          subtitle={meta}
          back={`/communities/${community.id}`}
          actions={menu}
        />
      ) : (
        <Head {...{ thread, back }}>{menu}</Head>
      )}
      <PostsArea
        key={threadId}
        {...{ threadId, me, unread }}
        communityId={community.id}
        refusal={refusalOf(community)}
        heading={
          phone && (
            <h2 className="heading-voice pt-4 pb-2 text-20 font-semibold" dir="auto">
              {thread.caption}
            </h2>
          )
        }
      />
    </>
  );
}

function unreadOf(held: Pages<Thread> | undefined, thread: Thread): number {
  const listed = held?.pages.flatMap((page) => page.items).find((item) => item.id === thread.id);
  return Math.max(listed?.unreadMessages ?? 0, thread.unreadMessages);
}

function Head(props: { thread: Thread; back: string | null; children: ReactNode }) {
  const { thread } = props;
  const now = useNow();
  const others = Math.max(0, thread.participantCount - thread.participants.length);
  return (
    <div className="flex items-start gap-4 border-b border-line-soft px-8 pt-4 pb-3.5">
      <div className="min-w-0 flex-1">
        <h2
          className="heading-voice line-clamp-2 text-18 font-semibold"
          title={thread.caption}
          dir="auto"
        >
          {thread.caption}
        </h2>
        <p className="mt-0.5 text-12 text-ink-3 tabular-nums">
          {counted(thread.numposts, "post", "posts")}
          <span className="meta-dot">{counted(thread.participantCount, "person", "people")}</span>
          <span className="meta-dot">
            Started by {thread.startedBy.displayName} on {shortDay(thread.created, now)}
          </span>
        </p>
      </div>
      <div className="flex items-center gap-2 pt-0.5">
        <span className="max-xl:hidden">
          <AvatarStack people={thread.participants} more={others} size={26} />
        </span>
        <IconButton
          label="Copy link"
          className="ms-1"
          icon={<Link2 size={16} aria-hidden />}
          onClick={() => void copyLink(pathOf(thread))}
        />
        {props.children}
      </div>
    </div>
  );
}

function pathOf(thread: Thread): string {
  return `/communities/${thread.communityId}/threads/${thread.id}`;
}

function ThreadMenu(props: { community: Community; thread: Thread; me: Me; phone: boolean }) {
  const { community, thread, me, phone } = props;
  const [members, setMembers] = useState(false);
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <IconButton
            label="Thread menu"
            size={phone ? "touch" : "md"}
            className={clsx(!phone && "-me-2")}
            icon={<Ellipsis size={phone ? 20 : 18} aria-hidden />}
          />
        </MenuTrigger>
        <MenuContent>
          <MenuItem icon={<Link2 size={16} />} onSelect={() => void copyLink(pathOf(thread))}>
            Copy link
          </MenuItem>
          <MenuItem icon={<UsersRound size={16} />} onSelect={() => setMembers(true)}>
            Members of {community.name}
          </MenuItem>
        </MenuContent>
      </Menu>
      <Suspense>
        {members && <MembersDialog {...{ community, me }} onClose={() => setMembers(false)} />}
      </Suspense>
    </>
  );
}

/** Why nothing can be written here, in the composer's place. */
function refusalOf(community: Community): ReactNode | null {
  const { timeout, isMember } = community.viewer;
  if (timeout !== null && Date.parse(timeout.endDate) > Date.now()) {
    return (
      <Note tone="warning">
        You are currently timed out from this community
        <span className="block">
          Until {formatMoment(timeout.endDate)}
          {timeout.reason !== "" && `: ${timeout.reason}`}
        </span>
      </Note>
    );
  }
  return isMember ? null : <Note>Only members can write here.</Note>;
}
