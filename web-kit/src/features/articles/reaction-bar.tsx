import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { Heart } from "lucide-react";
import type { Article } from "../../api/types.ts";
import { LikeCount } from "../posts/like-count.tsx";
import { WhoReacted } from "../posts/who-reacted.tsx";
import { useReactions } from "./use-reactions.ts";

/** Labels of the reactions; the server defines the set (G-080). */
const NAMES: Record<string, string | undefined> = {
  "👏": t`Applause`,
  "❤️": t`Love`,
  "💡": t`Insightful`,
  "🎉": t`Celebrate`,
  "🤔": t`Makes me think`,
  "😢": t`Sad`,
};

const emojiOf =
  "inline-flex h-8 items-center gap-1.5 rounded-full px-3 text-13 font-medium tabular-nums transition-[background] duration-[90ms] max-md:h-10";
const plain = "text-ink-2 edge-line hover:bg-hover";
const chosen = "bg-brand-subtle text-brand-text shadow-[inset_0_0_0_1px_var(--brand-border)]";

/** Like and reaction buttons; a second press removes the mark. */
export function ReactionBar({ article }: { article: Article }) {
  const { like, react } = useReactions(article);
  const { likes } = article;
  return (
    <div
      role="group"
      aria-label={t`Reactions`}
      className="mt-8 flex flex-wrap gap-2 border-t border-line-soft pt-5"
    >
      <button
        type="button"
        aria-pressed={article.likedByMe}
        aria-label={t`Like, ${likes}`}
        className={clsx(emojiOf, article.likedByMe ? chosen : plain)}
        onClick={like}
      >
        <Heart size={15} aria-hidden className={clsx(article.likedByMe && "fill-current")} />
        {likes === 0 && t`Like`}
      </button>
      {likes > 0 && (
        <LikeCount
          subject={{ kind: "article", id: article.id }}
          likes={likes}
          count={String(likes)}
          className={clsx(emojiOf, "-ms-1.5 justify-center", article.likedByMe ? chosen : plain)}
        >
          {likes}
        </LikeCount>
      )}
      {article.reactions.map(({ emoji, count, mine }) => (
        <button
          key={emoji}
          type="button"
          aria-pressed={mine}
          aria-label={`${NAMES[emoji] ?? emoji}, ${count}`}
          title={NAMES[emoji]}
          className={clsx(emojiOf, mine ? chosen : plain)}
          onClick={() => react(emoji)}
        >
          <span aria-hidden>{emoji}</span>
          {count > 0 && count}
        </button>
      ))}
      {article.reactions.some(({ count }) => count > 0) && (
        <WhoReacted
          subject={{ kind: "article", id: article.id }}
          className={clsx(emojiOf, plain)}
        />
      )}
    </div>
  );
}
