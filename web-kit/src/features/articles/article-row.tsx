import { plural, t } from "@lingui/core/macro";
import { Heart, MessageSquare } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ArticleSummary } from "../../api/types.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { roundCount } from "../../ui/short-count.ts";
import type { useRoving } from "../../ui/use-roving.ts";

export interface ArticleRowProps {
  article: ArticleSummary;
  roving: ReturnType<ReturnType<typeof useRoving>["item"]>;
}

/** An article in a list: title, excerpt, author and counts. */
export function ArticleRow({ article, roving }: ArticleRowProps) {
  const { author, isMine, likes, commentCount } = article;
  const [shortLikes, shortComments] = [roundCount(likes), roundCount(commentCount)];
  return (
    <Link
      to={`/articles/${article.id}`}
      className="block rounded-md px-3 py-3.5 hover:bg-hover max-md:px-4"
      {...roving}
    >
      <span className="flex items-start gap-2">
        <span
          dir="auto"
          className="line-clamp-2 min-w-0 flex-1 text-16 font-semibold wrap-anywhere"
          title={article.title}
        >
          {article.title}
        </span>
        {article.flaggedForReview && <Badge tone="warning">{t`Reported`}</Badge>}
      </span>
      <span dir="auto" className="mt-1 line-clamp-2 text-14 wrap-anywhere text-ink-2">
        {article.excerpt}
      </span>
      <span className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-3 tabular-nums">
        <span className="flex min-w-0 items-center gap-1.5">
          <Avatar name={author.displayName} src={author.profilePicture} size={20} />
          <span className="truncate">
            {isMine ? t`You` : <PersonName name={author.displayName} />}
            <RelativeTime time={article.created} className="meta-dot" />
          </span>
        </span>
        <Figure
          icon={<Heart size={13} aria-hidden />}
          words={plural(likes, { one: `${shortLikes} like`, other: `${shortLikes} likes` })}
        />
        <Figure
          icon={<MessageSquare size={13} aria-hidden />}
          words={plural(commentCount, {
            one: `${shortComments} comment`,
            other: `${shortComments} comments`,
          })}
        />
      </span>
    </Link>
  );
}

function Figure({ icon, words }: { icon: ReactNode; words: string }) {
  return (
    <span className="flex items-center gap-1">
      {icon}
      {words}
    </span>
  );
}
