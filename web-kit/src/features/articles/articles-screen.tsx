import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Community } from "../../api/types.ts";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { Title } from "../../shell/title.tsx";
import { useSearchParamFields } from "../../shell/use-search-param.ts";
import { QueryContent } from "../communities/query-content.tsx";
import { PaneFailure } from "../communities/pane-failure.tsx";
import { communityListQuery, communityQuery } from "../communities/queries.ts";
import { ArticleList, ArticleRowsSkeleton } from "./article-list.tsx";
import { CommunityChoice } from "./community-choice.tsx";
import { NoCommunities } from "./no-communities.tsx";
import { WriteLink } from "./write-link.tsx";

/** The Insights of the viewer's communities, one community at a time. */
export function ArticlesScreen() {
  const mine = useInfiniteQuery(communityListQuery("mine"));
  return (
    <ReadingPage width="narrow" title={t`Insights`} back="/communities">
      <Title>{t`Insights`}</Title>
      <h1 className="display text-24 max-md:sr-only">{t`Insights`}</h1>
      <QueryContent
        query={mine}
        skeleton={<ArticleRowsSkeleton />}
        renderFailure={(error, retry) => (
          <PaneFailure error={error} what="communities" onRetry={retry} />
        )}
      >
        {(data) => <ChosenCommunity communities={data.pages.flatMap((page) => page.items)} />}
      </QueryContent>
    </ReadingPage>
  );
}

function ChosenCommunity({ communities }: { communities: Community[] }) {
  const [{ community: wanted }, change] = useSearchParamFields({ community: "" });
  const listed = communities.find(({ id }) => id === wanted);
  // The list of communities is paged, and the address may name one that is not loaded yet.
  const requested = wanted !== "" && listed === undefined;
  const other = useQuery({ ...communityQuery(wanted), enabled: requested });
  if (requested && other.isPending) return <ArticleRowsSkeleton />;
  const community = listed ?? other.data ?? communities[0];
  if (community === undefined) return <NoCommunities />;
  return (
    <>
      <div className="mt-4 mb-2 flex items-end gap-3">
        <CommunityChoice
          className="min-w-0 flex-1"
          communities={other.data === undefined ? communities : [other.data, ...communities]}
          chosen={community.id}
          onChoose={(id) => change({ community: id })}
        />
        <span className="pb-1.5">
          <WriteLink community={community} phone={false} />
        </span>
      </div>
      <div className="-mx-3 max-md:-mx-5">
        <ArticleList key={community.id} community={community} />
      </div>
    </>
  );
}
