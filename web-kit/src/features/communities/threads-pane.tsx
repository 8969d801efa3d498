import { useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Globe, Landmark, Lock, SquarePen } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Community, Me, Visibility } from "../../api/types.ts";
import { MobileHeader } from "../../shell/mobile-header.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Announcements } from "./announcements.tsx";
import { CommunityMenu } from "./community-menu.tsx";
import { Loaded } from "./loaded.tsx";
import { PaneFailure } from "./pane-failure.tsx";
import { threadsQuery } from "./queries.ts";
import { ThreadRowsSkeleton } from "./skeletons.tsx";
import { Standing } from "./standing.tsx";
import { ThreadList } from "./thread-list.tsx";
import { membersWords, VISIBILITY_WORDS } from "./words.ts";

const NewThreadDialog = lazy(async () => ({
  default: (await import("./new-thread-dialog.tsx")).NewThreadDialog,
}));

const ICONS: Record<Visibility, typeof Globe> = {
  public: Globe,
  private: Lock,
  affiliations: Landmark,
};

export interface ThreadsPaneProps {
  community: Community;
  threadId: string | null;
  me: Me;
  phone: boolean;
  className?: string;
}

/** The second pane: the threads of one community. */
export function ThreadsPane({ community, threadId, me, phone, className }: ThreadsPaneProps) {
  const [starting, setStarting] = useState(false);
  const threads = useInfiniteQuery(threadsQuery(community.id));
  const start = () => setStarting(true);
  const actions = (
    <>
      {community.viewer.mayStartThreads && (
        <IconButton
          size={phone ? "touch" : "sm"}
          label="New thread"
          icon={<SquarePen size={phone ? 20 : 16} aria-hidden />}
          onClick={start}
        />
      )}
      <CommunityMenu {...{ community, me, phone }} />
    </>
  );
  return (
    <section
      aria-label="Threads"
      data-pane="threads"
      className={clsx(
        "flex min-h-0 min-w-0 flex-col max-lg:flex-1 lg:w-[360px] lg:shrink-0 lg:border-e lg:border-line-soft",
        className,
      )}
    >
      {phone ? (
        <>
          <h1 className="sr-only">{community.name}</h1>
          <MobileHeader
            title={community.name}
            subtitle={`${VISIBILITY_WORDS[community.visibility]} · ${membersWords(community)}`}
            back="/communities"
            actions={actions}
          />
        </>
      ) : (
        <Head community={community}>{actions}</Head>
      )}
      <h2 className="flex h-10 shrink-0 items-center gap-1.5 px-5 text-13 font-semibold shadow-[inset_0_-1px_0_var(--line)] max-md:h-11 max-md:px-4">
        <span className="relative flex h-full items-center gap-1.5 after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-t-[2px] after:bg-brand-line">
          Threads
          <span className="text-12 font-medium text-ink-3 tabular-nums">
            {community.totalThreads}
          </span>
        </span>
      </h2>
      <Standing {...{ community, me }} />
      <Announcements key={`told-${community.id}`} communityId={community.id} />
      <Loaded
        key={community.id}
        query={threads}
        skeleton={<ThreadRowsSkeleton />}
        renderFailure={(error, retry) => (
          <PaneFailure error={error} what="threads" onRetry={retry} />
        )}
      >
        {(data) => (
          <ThreadList {...{ data, community, threadId, me }} more={threads} onNewThread={start} />
        )}
      </Loaded>
      {starting && (
        <Suspense>
          <NewThreadDialog community={community} onClose={() => setStarting(false)} />
        </Suspense>
      )}
    </section>
  );
}

function Head({ community, children }: { community: Community; children: ReactNode }) {
  const Icon = ICONS[community.visibility];
  return (
    <div className="flex items-start gap-3 px-5 pt-4 pb-2">
      <div className="min-w-0 flex-1">
        <h2
          className="heading-voice truncate text-16 font-semibold"
          title={community.name}
          dir="auto"
        >
          {community.name}
        </h2>
        <p className="mt-0.5 flex items-center text-12 text-ink-3">
          <Icon size={13} aria-hidden className="me-1.5" />
          {VISIBILITY_WORDS[community.visibility]}
          <span className="meta-dot">{membersWords(community)}</span>
        </p>
      </div>
      <span className="-me-2 flex">{children}</span>
    </div>
  );
}
