import { plural, t } from "@lingui/core/macro";
import { Users } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Post } from "../../api/types.ts";
import { formatNumber } from "../../language/format.ts";
import { loadWithRetry } from "../../shell/lazy.ts";
import { ReactionChip } from "../../ui/reaction-chip.tsx";

const ReactionsDialog = lazy(async () => ({
  default: (await loadWithRetry(() => import("./reactions-dialog.tsx"))).ReactionsDialog,
}));

export interface PostReactionsProps {
  post: Post;
  onReact: (post: Post, emoji: string) => void;
}

/** The reactions to a post, and a button that shows who reacted. */
export function PostReactions({ post, onReact }: PostReactionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (post.reactions.length === 0) return null;
  return (
    <div role="group" aria-label={t`Reactions`} className="mt-1.5 flex flex-wrap gap-1">
      {post.reactions.map(({ emoji, count, mine }) => {
        const shown = formatNumber(count);
        return (
          <ReactionChip
            key={emoji}
            {...{ emoji, count }}
            isSingleShown
            isMine={mine}
            label={plural(count, {
              one: `${emoji}, ${shown} person`,
              other: `${emoji}, ${shown} people`,
            })}
            onClick={() => onReact(post, emoji)}
          />
        );
      })}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t`Show who reacted`}
        title={t`Show who reacted`}
        className="grid h-[26px] w-8 place-items-center rounded-full text-ink-3 hover:bg-hover max-md:h-8 max-md:w-10"
        onClick={() => setIsOpen(true)}
      >
        <Users size={14} aria-hidden />
      </button>
      <Suspense>
        {isOpen && <ReactionsDialog postId={post.id} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </div>
  );
}
