import { t } from "@lingui/core/macro";
import { lazy, Suspense, useState } from "react";
import type { Post } from "../../api/types.ts";
import { loadWithRetry } from "../../recovery/load-with-retry.ts";

const RevisionsDialog = lazy(async () => ({
  default: (await loadWithRetry(() => import("./revisions-dialog.tsx"))).RevisionsDialog,
}));

/** Says that a post was edited, and opens its versions. */
export function PostEdited({ post }: { post: Post }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t`Edited: show the versions`}
        className="relative shrink-0 rounded-xs text-12 text-ink-3 after:absolute after:-inset-x-1 after:-inset-y-2 hover:underline"
        onClick={() => setOpen(true)}
      >{t`· edited`}</button>
      <Suspense>{open && <RevisionsDialog post={post} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
