import { plural, t } from "@lingui/core/macro";
import type { Article } from "../../api/types.ts";
import { AffiliationBadges } from "../../ui/affiliation-badges.tsx";
import { VerifiedTick } from "../../ui/mark.tsx";
import { roundCount } from "../../ui/short-count.ts";
import { formatMoment } from "../../ui/time.ts";
import { PersonPicture, PersonTrigger } from "../person-card/person-trigger.tsx";
import { shortDay } from "../posts/days.ts";
import { useNow } from "../posts/use-now.ts";
import { readingMinutes } from "./rules.ts";

/** An article's title, author, date and reading time. */
export function ArticleHead({ article }: { article: Article }) {
  const { author, title, content, views } = article;
  const now = useNow();
  const edited = shortDay(article.lastUpdated, now);
  const minutes = readingMinutes(content);
  const shortViews = roundCount(views);
  return (
    <header>
      <h1 className="display text-24 wrap-anywhere md:text-30">
        <bdi>{title}</bdi>
      </h1>
      <div className="mt-4 flex items-center gap-3">
        <PersonPicture person={author} size={40} />
        <div className="min-w-0 text-13">
          <p className="truncate font-semibold">
            <PersonTrigger person={author} className="max-w-full truncate align-bottom" />{" "}
            {author.isVerified && <VerifiedTick size={13} />}{" "}
            <AffiliationBadges affiliations={author.affiliations} />
          </p>
          <p className="text-12 text-ink-3 tabular-nums">
            <time dateTime={article.created} title={formatMoment(article.created)}>
              {shortDay(article.created, now)}
            </time>
            {article.isEdited && (
              <span className="meta-dot" title={formatMoment(article.lastUpdated)}>
                {t`edited ${edited}`}
              </span>
            )}
            <span className="meta-dot">{t`${minutes} min read`}</span>
            <span className="meta-dot">
              {plural(views, { one: `${shortViews} view`, other: `${shortViews} views` })}
            </span>
          </p>
        </div>
      </div>
    </header>
  );
}
