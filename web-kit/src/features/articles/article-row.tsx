import { plural, t } from "@lingui/core/macro";
import { Heart, MessageSquare } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ArticleSummary } from "../../api/types.ts";
import { Badge } from "../../ui/badge.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { roundCount } from "../../ui/short-count.ts";
import type { useRoving } from "../../ui/use-roving.ts";
import { PersonPicture, PersonTrigger } from "../person-card/person-trigger.tsx";

export interface ArticleRowProps {
  article: ArticleSummary;
  /** In lists with arrow keys. */
  roving?: ReturnType<ReturnType<typeof useRoving>["item"]>;
  /** In lists of several communities. */
  communityName?: string;
}

/** An article in a list: title, excerpt, author and counts. A click opens it, except on its author. */
export function ArticleRow({ article, roving, communityName }: ArticleRowProps) {
  const { author, isMine, likes, commentCount } = article;
  const [shortLikes, shortComments] = [roundCount(likes), roundCount(commentCount)];
  return (
    <div className="relative rounded-md px-3 py-3.5 hover:bg-hover max-md:px-4">
      <span className="flex items-start gap-2">
        <Link
          to={`/articles/${article.id}`}
          dir="auto"
          className="min-w-0 flex-1 text-16 font-semibold wrap-anywhere after:absolute after:inset-0 hover:underline"
          title={article.title}
          {...roving}
        >
          <span className="line-clamp-2">{article.title}</span>
        </Link>
        {article.flaggedForReview && <Badge tone="warning">{t`Reported`}</Badge>}
      </span>
      <span dir="auto" className="mt-1 line-clamp-2 text-14 wrap-anywhere text-ink-2">
        {article.excerpt}
      </span>
      <span className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-3 tabular-nums">
        <span className="flex min-w-0 items-center gap-1.5">
          <PersonPicture person={author} size={20} className="relative z-1" />
          <span className="truncate">
            <PersonTrigger person={author} className="relative z-1">
              {isMine ? t`You` : undefined}
            </PersonTrigger>
            {communityName !== undefined && <span className="meta-dot">{communityName}</span>}
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
    </div>
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
