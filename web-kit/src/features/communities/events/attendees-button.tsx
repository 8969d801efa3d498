import { t } from "@lingui/core/macro";
import { UsersRound } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { EventAnnouncement } from "../../../api/types.ts";
import { loadWithRetry } from "../../../recovery/load-with-retry.ts";
import { Button } from "../../../ui/button.tsx";

const AttendeesDialog = lazy(async () => ({
  default: (await loadWithRetry(() => import("./attendees-dialog.tsx"))).AttendeesDialog,
}));

/** Opens the list of people who answered an event. */
export function AttendeesButton({ event }: { event: EventAnnouncement }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        icon={<UsersRound size={14} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >{t`Attendees`}</Button>
      <Suspense>
        {open && <AttendeesDialog event={event} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
