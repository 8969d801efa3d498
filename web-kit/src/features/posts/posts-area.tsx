import { t } from "@lingui/core/macro";
import { MessageSquareText } from "lucide-react";
import { type ReactNode, useRef } from "react";
import type { Me, Post, Thread } from "../../api/types.ts";
import { writeAndSelect } from "../../ui/caret.ts";
import { useOnline } from "../../ui/use-online.ts";
import { useIsDesktop } from "../../shell/use-is-desktop.ts";
import { Composer } from "./composer.tsx";
import { draftKey, drafts } from "./drafts.ts";
import { PostList, type PostPages } from "./post-list.tsx";
import { picturesEndpoint } from "./queries.ts";
import { postPath } from "./post-path.ts";
import { withQuote } from "./quote.ts";
import { maxLength } from "./rules.ts";
import type { OpenedState } from "./timeline.ts";
import { useDraftSync } from "./use-draft-sync.ts";
import { usePosting } from "./use-posting.ts";

export interface PostsAreaProps {
  thread: Thread;
  me: Me;
  /** False for staff who are not members. */
  isMember: boolean;
  /** The read state of the thread before it was opened. */
  opened: OpenedState;
  posts: PostPages;
  /** Shown instead of the composer if this member may not write here. */
  refusal: ReactNode | null;
  /** True if this member may edit and delete their posts, as in a closed thread. */
  canEdit: boolean;
  heading?: ReactNode;
}

/** The posts of a thread and the composer. Use the thread's id as the key. */
export function PostsArea(props: PostsAreaProps) {
  const { thread, me, refusal, opened, isMember } = props;
  const { id: threadId, communityId } = thread;
  const area = useRef<HTMLTextAreaElement>(null);
  const place = draftKey(me.id, threadId);
  const online = useOnline();
  const wide = useIsDesktop();
  useDraftSync(me);
  const posting = usePosting({ viewerId: me.id, communityId, threadId, area });
  const targetOf = (post: Post) => {
    const name = post.authorId === me.id ? t`your own post` : post.author.displayName;
    return { parentPostId: post.parentPostId ?? post.id, name };
  };
  const reply = (post: Post) => {
    drafts.write(place, { ...drafts.read(place), replyTo: targetOf(post) });
    area.current?.focus();
  };
  const quote = (post: Post, quoted: string) => {
    const draft = drafts.read(place);
    const source = {
      name: post.author.displayName,
      address: new URL(postPath(post), location.origin).href,
    };
    const max = maxLength(draft.replyTo === null ? "post" : "reply");
    const text = withQuote(draft.text, quoted, source, max);
    const write = (next: string) => drafts.write(place, { ...drafts.read(place), text: next });
    if (area.current === null) write(text);
    else writeAndSelect(area.current, write, { text, start: text.length, end: text.length });
  };
  return (
    <>
      <PostList
        {...{ thread, me, isMember, opened, posting }}
        query={props.posts}
        canWrite={refusal === null}
        canEdit={props.canEdit}
        onReply={reply}
        onQuote={quote}
        heading={props.heading}
        empty={<NothingYet canWrite={refusal === null} />}
      />
      <div className="px-8 pt-1 pb-6 max-md:bg-surface max-md:px-3 max-md:pt-2 max-md:pb-[max(12px,env(safe-area-inset-bottom))] max-md:shadow-[0_-1px_0_var(--line-soft)]">
        <div className="max-w-[46rem]">
          {refusal ?? (
            <Composer
              {...{ place, online }}
              busy={posting.busy && online}
              phone={!wide}
              areaRef={area}
              onSend={posting.send}
              community={{ id: communityId, viewerId: me.id }}
              picturesTo={picturesEndpoint(communityId)}
            />
          )}
        </div>
      </div>
    </>
  );
}

function NothingYet({ canWrite }: { canWrite: boolean }) {
  return (
    <div className="my-auto py-16 text-center text-ink-3">
      <MessageSquareText size={22} aria-hidden className="mx-auto" />
      <p className="mt-2 text-14 font-semibold text-ink">{t`No posts yet`}</p>
      <p className="mt-0.5 text-13">
        {canWrite ? t`Write the first one below.` : t`Posts will appear here.`}
      </p>
    </div>
  );
}
