import { t } from "@lingui/core/macro";
import { Users } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { loadWithRetry } from "../../recovery/load-with-retry.ts";
import type { LikeSubject } from "./queries.ts";

const ReactionsDialog = lazy(async () => ({
  default: (await loadWithRetry(() => import("./reactions-dialog.tsx"))).ReactionsDialog,
}));

export interface WhoReactedProps {
  subject: LikeSubject;
  className: string;
}

/** A button that shows who reacted to a post or an Insight. */
export function WhoReacted({ subject, className }: WhoReactedProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t`Show who reacted`}
        title={t`Show who reacted`}
        className={className}
        onClick={() => setIsOpen(true)}
      >
        <Users size={14} aria-hidden />
      </button>
      <Suspense>
        {isOpen && <ReactionsDialog subject={subject} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  );
}
