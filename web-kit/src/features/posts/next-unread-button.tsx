import { t } from "@lingui/core/macro";
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import type { Me, Thread } from "../../api/types.ts";
import { useBadges } from "../../shell/badges.ts";
import { Button } from "../../ui/button.tsx";
import { useOpenNextUnread } from "./next-unread.ts";

/** Leads from the end of a thread to the next one with unread posts, if there is one. */
export function NextUnread({ me, thread }: { me: Me; thread: Thread }) {
  const { communities = 0 } = useBadges(me);
  const openNext = useOpenNextUnread();
  const [busy, setBusy] = useState(false);
  if (communities - thread.unreadMessages <= 0) return null;
  return (
    <Button
      size="sm"
      className="absolute end-4 bottom-3 animate-rise shadow-e2 max-md:h-10"
      {...{ busy }}
      onClick={() => {
        setBusy(true);
        void openNext().finally(() => setBusy(false));
      }}
    >
      {t`Next unread`}
      <ArrowRight size={14} aria-hidden className="rtl:-scale-x-100" />
    </Button>
  );
}
