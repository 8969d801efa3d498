import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Affiliation } from "../../api/types.ts";
import { PersonName } from "../../ui/person-name.tsx";
import { formatDate } from "../../ui/time.ts";
import { useMe } from "../accounts/queries.ts";
import { latestInsightQuery } from "./queries.ts";

/** The newest Insight of the affiliation that the viewer may read. */
export function LatestInsight({ affiliation }: { affiliation: Affiliation }) {
  const me = useMe();
  // An addition to the page: without it, the rest stays as it is.
  const { data: insight } = useQuery(latestInsightQuery(affiliation.id));
  if (insight == null) return null;
  const { id, title, excerpt, authorName, publishedAt } = insight;
  const path = `/${me === null ? "shared" : "articles"}/${id}`;
  return (
    <section aria-labelledby="latest-insight" className="mt-8">
      <h2 id="latest-insight" className="text-16 font-semibold">{t`Latest Insight`}</h2>
      <article className="mt-2 max-w-[66ch]">
        <h3 dir="auto" className="font-read text-18 font-semibold wrap-anywhere">
          <Link to={path} className="hover:underline">
            {title}
          </Link>
        </h3>
        <p dir="auto" className="mt-1 line-clamp-2 text-14 wrap-anywhere text-ink-2">
          {excerpt}
        </p>
        <p className="mt-1 text-13 text-ink-3">
          <PersonName name={authorName} />
          <span className="meta-dot">{formatDate(publishedAt)}</span>
        </p>
      </article>
    </section>
  );
}
