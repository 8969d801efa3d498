import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Paged } from "../../ui/paged.tsx";
import { PeopleSkeleton } from "../../ui/people-skeleton.tsx";
import { ArticleRow } from "../articles/article-row.tsx";
import { FeedItemRow } from "../posts/feed-item-row.tsx";
import type { PersonListProps } from "../profile/profile-lists.ts";
import { personInsightsQuery, personPostsQuery } from "../profile/queries.ts";

/** The posts of a person that the viewer may see. */
export function PersonPosts({ userId, self }: PersonListProps) {
  const query = useInfiniteQuery(personPostsQuery(userId));
  return (
    <Paged
      query={query}
      waiting={<ListSkeleton />}
      failure={t`Failed to load the posts. Please try again.`}
      empty={<Empty text={self ? t`You have no posts yet.` : t`No posts that you can see.`} />}
    >
      {(posts) => (
        <ul aria-label={t`Posts`} className="divide-y divide-line-soft md:-mx-3">
          {posts.map((item) => (
            <FeedItemRow key={item.id} item={item} heading="h2" />
          ))}
        </ul>
      )}
    </Paged>
  );
}

/** The Insights of a person that the viewer may see. */
export function PersonInsights({ userId, self }: PersonListProps) {
  const query = useInfiniteQuery(personInsightsQuery(userId));
  return (
    <Paged
      query={query}
      waiting={<ListSkeleton />}
      failure={t`Failed to load the Insights. Please try again.`}
      empty={
        <Empty text={self ? t`You have no Insights yet.` : t`No Insights that you can see.`} />
      }
    >
      {(insights) => (
        <ul aria-label={t`Insights`} className="-mx-3 divide-y divide-line-soft max-md:-mx-4">
          {insights.map((article) => (
            <li key={article.id} className="py-1">
              <ArticleRow article={article} communityName={article.communityName} />
            </li>
          ))}
        </ul>
      )}
    </Paged>
  );
}

function Empty({ text }: { text: string }) {
  return <p className="py-6 text-14 text-ink-2">{text}</p>;
}

function ListSkeleton() {
  return <PeopleSkeleton className="py-2" rowClassName="h-16" />;
}
