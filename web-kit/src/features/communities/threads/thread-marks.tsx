import { t } from "@lingui/core/macro";
import { BellOff, BellRing, Lock, Pin } from "lucide-react";
import type { Thread } from "../../../api/types.ts";

/** Small icons of a thread's state in the list, with their meaning for screen readers. */
export function ThreadMarks({ thread }: { thread: Thread }) {
  const { pinnedPosition, closed, subscription } = thread;
  const marks = [
    { Icon: Pin, isShown: pinnedPosition !== null, label: () => t`Pinned` },
    { Icon: Lock, isShown: closed !== null, label: () => t`Closed` },
    { Icon: BellRing, isShown: subscription === "followed", label: () => t`Followed` },
    { Icon: BellOff, isShown: subscription === "muted", label: () => t`Muted` },
  ].filter(({ isShown }) => isShown);
  if (marks.length === 0) return null;
  return (
    <span className="mt-0.5 flex shrink-0 items-center gap-1 text-ink-3">
      {marks.map(({ Icon, label }) => (
        <span key={label()} title={label()} className="flex">
          <Icon size={13} aria-hidden />
          <span className="sr-only">{label()}</span>
        </span>
      ))}
    </span>
  );
}
