import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { keys } from "../../../api/keys.ts";
import type { ArticleDraft, Community, Me } from "../../../api/types.ts";
import { useKeys } from "../../../api/use-keys.ts";
import { useLive } from "../../../live/use-live.ts";
import { toast } from "../../../ui/toast-store.ts";
import { useMe } from "../../accounts/queries.ts";
import { QueryContent } from "../../communities/query-content.tsx";
import { PaneFailure } from "../../communities/pane-failure.tsx";
import { communityQuery } from "../../communities/queries.ts";
import { insightsPath } from "../may-write.ts";
import { createArticle } from "../queries.ts";
import type { ArticleFields } from "../rules.ts";
import { ArticleEditor } from "./article-editor.tsx";
import { ChooseCommunity } from "./choose-community.tsx";
import { EditorPage, EditorSkeleton } from "./editor-page.tsx";
import { AccessDenied } from "../../communities/manage/parts.tsx";
import { WithDraft } from "./with-draft.tsx";

const EMPTY = { title: "", content: "" };

/** Writes a new article in a community (C-093). */
export function NewArticleScreen() {
  const me = useMe();
  const communityId = useSearchParams()[0].get("community") ?? "";
  if (me === null) return null;
  if (communityId === "") return <ChooseCommunity />;
  return <New key={communityId} {...{ me, communityId }} />;
}

function New({ me, communityId }: { me: Me; communityId: string }) {
  useLive(me.id);
  const community = useQuery(communityQuery(communityId));
  return (
    <EditorPage
      title={t`New Article`}
      back={insightsPath(communityId)}
      communityId={communityId}
      name={community.data?.name ?? null}
    >
      <QueryContent
        query={community}
        skeleton={<EditorSkeleton />}
        renderFailure={(error, retry) => (
          <PaneFailure error={error} what="community" onRetry={retry} />
        )}
      >
        {(data) =>
          data.viewer.isMember ? (
            <WithDraft place={{ communityId }}>
              {(draft) => <NewEditor community={data} draft={draft} />}
            </WithDraft>
          ) : (
            <AccessDenied>{t`User is not a member of this community`}</AccessDenied>
          )
        }
      </QueryContent>
    </EditorPage>
  );
}

function NewEditor(props: { community: Community; draft: ArticleDraft | null }) {
  const { community } = props;
  // The version at mount; later ones are handled by the editor.
  const [draft] = useState(props.draft);
  const cache = useQueryClient();
  const navigate = useNavigate();
  const keyFor = useKeys();
  const publish = async (fields: ArticleFields) => {
    const article = await createArticle(community.id, fields, keyFor(fields));
    cache.setQueryData(keys.article(article.id), article);
    await cache.invalidateQueries({ queryKey: keys.articles(community.id) });
    toast.success(t`Insight published`);
    await navigate(`/articles/${article.id}`, { replace: true });
  };
  return (
    <ArticleEditor
      place={{ communityId: community.id }}
      community={community}
      draft={draft}
      bare={{ ...EMPTY, shared: false }}
      confirm={t`Publish`}
      failed={t`Failed to create article`}
      back={insightsPath(community.id)}
      onPublish={publish}
    />
  );
}
