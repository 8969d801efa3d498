import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ArticleDraft } from "../../../api/types.ts";
import { Loaded } from "../../communities/loaded.tsx";
import { PaneFailure } from "../../communities/pane-failure.tsx";
import { type DraftPlace, draftQuery, type DraftText } from "../queries.ts";
import { EditorSkeleton } from "./editor-page.tsx";

/** Loads the stored draft before the editor is shown. */
export function WithDraft(props: {
  place: DraftPlace;
  children: (draft: ArticleDraft | null) => ReactNode;
}) {
  const query = useQuery({ ...draftQuery(props.place), refetchOnWindowFocus: false });
  return (
    <Loaded
      query={query}
      skeleton={<EditorSkeleton />}
      renderFailure={(error, retry) => (
        <PaneFailure error={error} what="articles" onRetry={retry} />
      )}
    >
      {props.children}
    </Loaded>
  );
}

/** The part of an article that a draft contains. */
export function textOf({ title, content }: DraftText): DraftText {
  return { title, content };
}
