import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { Thread } from "../../../api/types.ts";

/**
 * A row of the list of threads. The pinned threads at its start have a small heading, and a line
 * separates them from the others.
 */
export function PinnedGroup(props: {
  threads: readonly Thread[];
  thread: Thread;
  children: ReactNode;
}) {
  const { threads, thread, children } = props;
  const pinned = threads.findIndex(({ pinnedPosition }) => pinnedPosition === null);
  const isFirst = threads[0] === thread && thread.pinnedPosition !== null;
  const isFirstOther = pinned > 0 && threads[pinned] === thread;
  return (
    <>
      {isFirst && (
        // Each pinned row names its state, so this text is for the eyes only.
        <p aria-hidden className="px-3 pt-1 pb-1 text-12 font-medium text-ink-3 max-md:px-4">
          {t`Pinned`}
        </p>
      )}
      <div className={clsx(isFirstOther && "mt-2 border-t border-line-soft pt-2")}>{children}</div>
    </>
  );
}
