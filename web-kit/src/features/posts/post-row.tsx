import { plural, t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { CornerDownRight, Heart, MessageSquareOff, Reply, SmilePlus } from "lucide-react";
import type { Person, Post } from "../../api/types.ts";
import { formatNumber } from "../../language/format.ts";
import { useBoot } from "../../shell/app.ts";
import { AffiliationBadges } from "../../ui/affiliation-badges.tsx";
import { VerifiedTick } from "../../ui/mark.tsx";
import { openReactMenu } from "../../ui/open-react-menu.ts";
import { ReactMenu } from "../../ui/react-menu.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { stopFeedKeys } from "../../ui/use-feed-focus.ts";
import { useLongPress } from "../../ui/use-long-press.ts";
import { PersonPicture, PersonTrigger } from "../person-card/person-trigger.tsx";
import { LikeCount } from "./like-count.tsx";
import { PostEdited } from "./post-edited.tsx";
import { PostMenu } from "./post-menu.tsx";
import { PostAttachments } from "./post-attachments.tsx";
import { PostReactions } from "./post-reactions.tsx";
import { PostBody } from "./post-body.tsx";
import { excerptOrAttachment } from "../../content/excerpt.ts";
import { plainText } from "../../content/markup.ts";

export interface PostRowProps {
  post: Post;
  /** The parent post, named in the row if it is not directly above. */
  parent: Post | null;
  connected: boolean;
  own: boolean;
  canReply: boolean;
  canEdit: boolean;
  highlighted: boolean;
  onLike: (post: Post) => void;
  onReact: (post: Post, emoji: string) => void;
  onReply: (post: Post) => void;
  onShow: (postId: string) => void;
}

export function PostRow(props: PostRowProps) {
  const { post, parent, connected, own } = props;
  const answers = !connected && parent !== null;
  const size = connected ? 28 : 36;
  const longPress = useLongPress(() => openReactMenu(post.id));
  return (
    <div
      role="presentation"
      className={clsx("relative flex gap-3 py-2.5", connected && "ps-12")}
      {...(post.removed === null && longPress)}
    >
      {connected && <Connector />}
      <span className="mt-0.5">
        {post.removed === null ? (
          <PersonPicture person={post.author} size={size} />
        ) : (
          <DeletedAuthor size={size} />
        )}
      </span>
      <div
        className={clsx(
          "min-w-0 flex-1 rounded-md",
          props.highlighted && "bg-brand-subtle ring-8 ring-brand-subtle",
        )}
      >
        {post.removed === null && <PostHead post={post} own={own} />}
        {answers && <ReplyReference parent={parent} onShow={props.onShow} />}
        {post.removed === null ? (
          <>
            <PostBody {...{ post, own }} />
            <PostAttachments {...{ post, own }} />
            <PostReactions {...props} />
            <PostActions {...props} />
          </>
        ) : (
          <p className="py-1.5 text-14 text-ink-3">
            <span className="italic">{TOMBSTONE_TEXTS[post.removed]}</span> <PostTime post={post} />
          </p>
        )}
      </div>
    </div>
  );
}

/** Placeholder text for a removed post that has replies. */
const TOMBSTONE_TEXTS: Record<NonNullable<Post["removed"]>, string> = {
  deleted: t`This post was deleted by its author.`,
  removed: t`This post was removed.`,
};

/** Placeholder avatar for a post without a visible author. */
function DeletedAuthor({ size }: { size: number }) {
  return (
    <span
      aria-hidden
      className="grid shrink-0 place-items-center rounded-full bg-selected text-ink-3"
      style={{ width: size, height: size }}
    >
      <MessageSquareOff size={size / 2 - 2} />
    </span>
  );
}

/** Connects a reply to the post above it. */
export function Connector() {
  return (
    <span
      aria-hidden
      className="absolute start-[17px] -top-1 h-[30px] w-6 rounded-es-[10px] border-s border-b border-line"
    />
  );
}

function PostHead({ post, own }: { post: Post; own: boolean }) {
  return (
    <div className="flex items-baseline gap-x-1.5">
      <PersonTrigger
        person={post.author}
        className="shrink-0 truncate text-14 font-semibold max-md:max-w-[60%]"
      >
        {own ? t`You` : undefined}
      </PersonTrigger>
      {!own && <VerifiedBadge author={post.author} />}
      <PostTime post={post} />
      {post.isEdited && <PostEdited post={post} />}
    </div>
  );
}

/** The time of writing, which is also the link to the post. */
function PostTime({ post }: { post: Post }) {
  return (
    <a
      href={`#post-${post.id}`}
      className="shrink-0 text-12 text-ink-3 tabular-nums hover:underline"
    >
      <RelativeTime time={post.created} />
    </a>
  );
}

/**
 * The verified tick and the short names of the author's affiliations. A portal's own members have
 * neither there.
 */
function VerifiedBadge({ author }: { author: Person }) {
  const { portal } = useBoot();
  // A portal's server returns no affiliation but its own.
  if (portal !== null && author.affiliationName !== null) return null;
  return (
    <>
      {author.isVerified && (
        <span className="shrink-0">
          <VerifiedTick size={13} />
        </span>
      )}
      <AffiliationBadges affiliations={author.affiliations} className="min-w-4" />
    </>
  );
}

const REPLY_TO_TOMBSTONE_TEXTS: Record<NonNullable<Post["removed"]>, string> = {
  deleted: t`In reply to a deleted post`,
  removed: t`In reply to a removed post`,
};

function ReplyReference({ parent, onShow }: { parent: Post; onShow: (postId: string) => void }) {
  return (
    <button
      type="button"
      onClick={() => onShow(parent.id)}
      className="mt-0.5 flex max-w-full items-center gap-1.5 rounded-xs text-12 text-ink-3 hover:text-ink-2"
    >
      <CornerDownRight size={13} aria-hidden className="rtl:-scale-x-100" />
      <span className="truncate">
        {parent.removed === null
          ? t`In reply to ${{ name: parent.author.displayName }}: ${{ text: excerptOrAttachment(plainText(parent.content)) }}`
          : REPLY_TO_TOMBSTONE_TEXTS[parent.removed]}
      </span>
    </button>
  );
}

const action =
  "inline-flex h-7 items-center gap-1.5 rounded-sm px-1.5 hover:bg-hover active:bg-press max-md:h-9 max-md:px-2";

function PostActions(props: PostRowProps) {
  const { post, own, canReply, canEdit, onLike, onReact, onReply } = props;
  const { replyCount } = post;
  const replies = plural(replyCount, { one: "# reply", other: "# replies" });
  const name = post.author.displayName;
  const likes = formatNumber(post.likes);
  return (
    <div className="-ms-1.5 mt-1 flex flex-wrap items-center gap-1 text-12 font-medium text-ink-3">
      <button
        type="button"
        aria-pressed={post.likedByMe}
        aria-label={post.likes > 0 ? t`Like, ${likes}` : t`Like`}
        className={clsx(action, post.likedByMe && "text-brand-text")}
        onClick={() => onLike(post)}
      >
        <Heart size={14} aria-hidden className={clsx(post.likedByMe && "fill-current")} />
        {post.likes === 0 && t`Like`}
      </button>
      {post.likes > 0 && (
        <LikeCount
          subject={{ kind: "post", id: post.id }}
          likes={post.likes}
          count={likes}
          className={clsx(action, "-ms-1.5", post.likedByMe && "text-brand-text")}
        >
          {likes}
        </LikeCount>
      )}
      {canReply ? (
        <button
          type="button"
          className={action}
          aria-label={post.replyCount > 0 ? t`Reply to ${name}, ${replies}` : t`Reply to ${name}`}
          onClick={() => onReply(post)}
        >
          <Reply size={15} aria-hidden className="rtl:-scale-x-100" />
          {post.replyCount > 0 ? replies : t({ message: "Reply", context: "replies to a post" })}
        </button>
      ) : (
        post.replyCount > 0 && <span className="px-1.5">{replies}</span>
      )}
      <span role="presentation" className="contents" onKeyDown={stopFeedKeys}>
        <ReactMenu
          id={post.id}
          label={own ? t`React to your post` : t`React to the post of ${name}`}
          className={action}
          onChoose={(emoji) => onReact(post, emoji)}
        >
          <SmilePlus size={15} aria-hidden />
        </ReactMenu>
      </span>
      <PostMenu {...{ post, own }} canWrite={canEdit} className={action} />
    </div>
  );
}
