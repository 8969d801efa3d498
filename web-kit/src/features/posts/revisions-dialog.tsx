import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { errorMessage } from "../../api/problem.ts";
import type { Post } from "../../api/types.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { type PostRevision, revisionsQuery } from "./queries.ts";
import { type TextChange, textChanges } from "./text-changes.ts";

/** The versions of a post, the newest first, each with its differences from the one before. */
export function RevisionsDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const { data, error, refetch } = useQuery(revisionsQuery(post));
  return (
    <Dialog open title={t`Versions of this post`} onOpenChange={(open) => open || onClose()}>
      <div className="min-h-[min(16rem,40dvh)] pb-6">
        {data === undefined && error === null && <Waiting />}
        {data === undefined && error !== null && (
          <ErrorState
            className="py-10"
            title={errorMessage(error, t`Failed to load the versions. Please try again.`)}
            onRetry={() => void refetch()}
          />
        )}
        {data !== undefined && (
          <ol aria-label={t`Versions, the newest first`} className="divide-y divide-line-soft">
            {data.map((revision, at) => (
              <li key={revision.created} className="py-3">
                <Version {...{ revision }} older={data[at + 1] ?? null} isCurrent={at === 0} />
              </li>
            ))}
          </ol>
        )}
      </div>
    </Dialog>
  );
}

function Waiting() {
  return (
    <LoadingRegion className="flex flex-col gap-3 py-3">
      <Skeleton className="h-3 w-32" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-3 w-32" />
      <Skeleton className="h-12 w-full" />
    </LoadingRegion>
  );
}

interface VersionProps {
  revision: PostRevision;
  older: PostRevision | null;
  isCurrent: boolean;
}

function Version({ revision, older, isCurrent }: VersionProps) {
  const { content, created } = revision;
  const changes = useMemo(
    () => (older === null ? [] : textChanges(older.content, content)),
    [older, content],
  );
  return (
    <>
      <h3 className="text-12 text-ink-3">
        <RelativeTime time={created} />
        {isCurrent && ` · ${t`current`}`}
        {older === null && ` · ${t`first version`}`}
      </h3>
      <p dir="auto" className="mt-1 text-14 wrap-anywhere whitespace-pre-wrap">
        {older === null ? content : changes.map((change, at) => <Change key={at} {...change} />)}
        {content === "" && <span className="text-ink-3 italic">{t`No text`}</span>}
      </p>
    </>
  );
}

/** Added and removed words, which screen readers announce with a word before them. */
function Change({ kind, text }: TextChange) {
  switch (kind) {
    case "same":
      return text;
    case "added":
      return (
        <ins className="rounded-xs bg-success-subtle text-success-text underline decoration-2">
          <span className="sr-only">{t({ message: "Added:", context: "words of a text" })} </span>
          {text}
        </ins>
      );
    case "removed":
      return (
        <del className="rounded-xs bg-danger-subtle text-danger-text">
          <span className="sr-only">{t({ message: "Removed:", context: "words of a text" })} </span>
          {text}
        </del>
      );
  }
}
