import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { keys } from "../../../api/keys.ts";
import type { Article, ArticleDraft, Community, Me } from "../../../api/types.ts";
import { useLive } from "../../../live/use-live.ts";
import { toast } from "../../../ui/toast-store.ts";
import { useMe } from "../../accounts/queries.ts";
import { QueryContent } from "../../communities/query-content.tsx";
import { PaneFailure } from "../../communities/pane-failure.tsx";
import { communityQuery } from "../../communities/queries.ts";
import { articleQuery, editArticle } from "../queries.ts";
import type { ArticleFields } from "../rules.ts";
import { ArticleEditor } from "./article-editor.tsx";
import { EditorPage, EditorSkeleton } from "./editor-page.tsx";
import { AccessDenied } from "../../communities/manage/parts.tsx";
import { textOf, WithDraft } from "./with-draft.tsx";

/** Edits the viewer's own article. */
export function EditArticleScreen() {
  const me = useMe();
  const { articleId = "" } = useParams();
  return me === null ? null : <Edit key={articleId} {...{ me, articleId }} />;
}

function Edit({ me, articleId }: { me: Me; articleId: string }) {
  useLive(me.id);
  const article = useQuery(articleQuery(articleId));
  const communityId = article.data?.communityId ?? "";
  const community = useQuery({ ...communityQuery(communityId), enabled: communityId !== "" });
  return (
    <EditorPage
      title={t`Edit Article`}
      back={`/articles/${articleId}`}
      communityId={communityId}
      name={community.data?.name ?? null}
    >
      <QueryContent
        query={article}
        skeleton={<EditorSkeleton />}
        renderFailure={(error, retry) => (
          <PaneFailure error={error} what="articles" onRetry={retry} />
        )}
      >
        {(data) => <AuthorNote article={data} community={community} />}
      </QueryContent>
    </EditorPage>
  );
}

function AuthorNote(props: {
  article: Article;
  community: { data: Community | undefined; error: Error | null; refetch: () => unknown };
}) {
  const { article, community } = props;
  if (!article.isMine)
    return <AccessDenied>{t`You can only change your own articles`}</AccessDenied>;
  return (
    <QueryContent
      query={community}
      skeleton={<EditorSkeleton />}
      renderFailure={(error, retry) => (
        <PaneFailure error={error} what="community" onRetry={retry} />
      )}
    >
      {(data) => (
        <WithDraft place={{ articleId: article.id }}>
          {(draft) => <EditEditor {...{ article, draft }} community={data} />}
        </WithDraft>
      )}
    </QueryContent>
  );
}

interface EditEditorProps {
  article: Article;
  community: Community;
  draft: ArticleDraft | null;
}

function EditEditor({ community, ...props }: EditEditorProps) {
  // The versions at mount; later ones are handled by the editor.
  const [{ article, draft }] = useState(props);
  const cache = useQueryClient();
  const navigate = useNavigate();
  const publish = async (fields: ArticleFields) => {
    const changed = await editArticle(article.id, fields);
    cache.setQueryData(keys.article(article.id), changed);
    await cache.invalidateQueries({ queryKey: keys.articles(community.id) });
    toast.success(t`Changes published`);
    await navigate(`/articles/${article.id}`, { replace: true });
  };
  return (
    <ArticleEditor
      place={{ articleId: article.id }}
      community={community}
      draft={draft}
      bare={{ ...textOf(article), shared: article.shared }}
      confirm={t`Publish changes`}
      failed={t`Failed to update article`}
      back={`/articles/${article.id}`}
      onPublish={publish}
    />
  );
}
