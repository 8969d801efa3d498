import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { PenLine } from "lucide-react";
import type { ArticleSummary, Community } from "../../api/types.ts";
import type { LoadedPages } from "../../live/reducers.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LongList, type NextPages } from "../../ui/long-list.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { useRoving } from "../../ui/use-roving.ts";
import { QueryContent } from "../communities/query-content.tsx";
import { PaneFailure } from "../communities/pane-failure.tsx";
import { ArticleRow } from "./article-row.tsx";
import { mayWrite, newArticlePath } from "./may-write.ts";
import { articlesQuery } from "./queries.ts";

/** Estimated height of a row in pixels. */
const ROW_HEIGHT_PX = 132;

/** A community's Insights, newest first, ten per page. */
export function ArticleList({ community }: { community: Community }) {
  const articles = useInfiniteQuery(articlesQuery(community.id));
  return (
    <QueryContent
      query={articles}
      skeleton={<ArticleRowsSkeleton />}
      renderFailure={(error, retry) => (
        <PaneFailure error={error} what="articles" onRetry={retry} />
      )}
    >
      {(data) => <Rows {...{ data, community }} more={articles} />}
    </QueryContent>
  );
}

interface RowsProps {
  data: LoadedPages<ArticleSummary>;
  community: Community;
  more: NextPages;
}

function Rows({ data, community, more }: RowsProps) {
  const articles = data.pages.flatMap((page) => page.items);
  const roving = useRoving(
    articles.map((article) => article.id),
    null,
  );
  if (articles.length === 0) return <NoneYet community={community} />;
  return (
    <div onKeyDown={roving.onKeyDown} className="max-w-[820px]">
      <LongList
        label={t`Insights`}
        items={articles}
        idOf={({ id }) => id}
        rowHeight={ROW_HEIGHT_PX}
        more={more}
        tabStop={roving.current}
        rowClassName="border-b border-line-soft py-1 last:border-b-0"
      >
        {(article) => <ArticleRow article={article} roving={roving.item(article.id)} />}
      </LongList>
      {more.hasNextPage && (
        <Button
          variant="quiet"
          className="mt-2 w-full"
          busy={more.isFetchingNextPage}
          onClick={() => void more.fetchNextPage()}
        >{t`Show older Insights`}</Button>
      )}
    </div>
  );
}

function NoneYet({ community }: { community: Community }) {
  return (
    <EmptyState
      className="py-10"
      title={t`No Insights yet`}
      text={t`Longer texts by members of this community appear here.`}
      picture="stair"
      {...(mayWrite(community) && {
        action: (
          <ButtonLink
            to={newArticlePath(community.id)}
            variant="primary"
            icon={<PenLine size={15} aria-hidden />}
          >{t`Write the first`}</ButtonLink>
        ),
      })}
    />
  );
}

const WIDTHS = ["w-[62%]", "w-[74%]", "w-[48%]", "w-[68%]"];

export function ArticleRowsSkeleton() {
  return (
    <LoadingRegion
      label={t`Loading Insights`}
      className="flex max-w-[820px] flex-col gap-8 px-3 pt-4 max-md:px-4"
    >
      {WIDTHS.map((width) => (
        <div key={width} className="flex flex-col gap-2.5">
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="h-3 w-[92%]" />
          <Skeleton className="h-3 w-[80%]" />
          <Skeleton className="h-2.5 w-48" />
        </div>
      ))}
    </LoadingRegion>
  );
}
