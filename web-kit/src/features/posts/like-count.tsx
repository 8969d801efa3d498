import { plural } from "@lingui/core/macro";
import { clsx } from "clsx";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { loadWithRetry } from "../../recovery/load-with-retry.ts";
import type { LikeSubject } from "./queries.ts";

const LikesDialog = lazy(async () => ({
  default: (await loadWithRetry(() => import("./likes-dialog.tsx"))).LikesDialog,
}));

export interface LikeCountProps {
  subject: LikeSubject;
  likes: number;
  /** The number as it is shown. */
  count: string;
  className?: string;
  children: ReactNode;
}

/** The number of likes of a post or an Insight, which opens the list of who liked it. */
export function LikeCount({ subject, likes, count, className, children }: LikeCountProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={plural(likes, {
          one: `${count} like: show who liked this`,
          other: `${count} likes: show who liked this`,
        })}
        className={clsx("tabular-nums", className)}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      <Suspense>
        {open && <LikesDialog subject={subject} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
