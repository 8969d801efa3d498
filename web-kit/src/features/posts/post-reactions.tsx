import { plural, t } from "@lingui/core/macro";
import type { Post } from "../../api/types.ts";
import { formatNumber } from "../../language/format.ts";
import { ReactionChip } from "../../ui/reaction-chip.tsx";
import { WhoReacted } from "./who-reacted.tsx";

export interface PostReactionsProps {
  post: Post;
  onReact: (post: Post, emoji: string) => void;
}

/** The reactions to a post, and a button that shows who reacted. */
export function PostReactions({ post, onReact }: PostReactionsProps) {
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
      <WhoReacted
        subject={{ kind: "post", id: post.id }}
        className="grid h-[26px] w-8 place-items-center rounded-full text-ink-3 hover:bg-hover max-md:h-8 max-md:w-10"
      />
    </div>
  );
}
