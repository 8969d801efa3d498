import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ArticleDraft } from "../../../api/types.ts";
import { QueryContent } from "../../communities/query-content.tsx";
import { PaneFailure } from "../../communities/pane-failure.tsx";
import { type DraftTarget, draftQuery, type DraftText } from "../queries.ts";
import { EditorSkeleton } from "./editor-page.tsx";

/** Loads the stored draft before the editor is shown. */
export function WithDraft(props: {
  place: DraftTarget;
  children: (draft: ArticleDraft | null) => ReactNode;
}) {
  const query = useQuery({ ...draftQuery(props.place), refetchOnWindowFocus: false });
  return (
    <QueryContent
      query={query}
      skeleton={<EditorSkeleton />}
      renderFailure={(error, retry) => (
        <PaneFailure error={error} what="articles" onRetry={retry} />
      )}
    >
      {props.children}
    </QueryContent>
  );
}

/** The part of an article that a draft contains. */
export function textOf({ title, content }: DraftText): DraftText {
  return { title, content };
}
