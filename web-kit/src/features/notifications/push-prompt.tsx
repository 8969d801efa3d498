import { BellRing } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { readPromptRecord, writePromptRecord } from "./prompt-record.ts";
import { readPushRecord } from "./push-record.ts";
import { pushSupport } from "./push-support.ts";
import { useTurnPushOn } from "./use-push-device.ts";

/** The visit with unread items from which on the prompt appears. */
const FIRST_VISIT = 2;

/**
 * True if push notifications may be offered: the member has seen unread items before, has not
 * declined, and this device could receive push notifications but does not.
 */
function useIsOffered(userId: string, hasUnread: boolean) {
  const [isOffered, setOffered] = useState(false);
  const isCounted = useRef(false);
  useEffect(() => {
    if (!hasUnread || isCounted.current) return;
    isCounted.current = true;
    const record = readPromptRecord(userId);
    const visits = record.visits + 1;
    writePromptRecord({ ...record, visits });
    const hasPush = readPushRecord()?.userId === userId;
    setOffered(
      visits >= FIRST_VISIT && !record.isDeclined && !hasPush && pushSupport() === "ready",
    );
  }, [userId, hasUnread]);
  return [isOffered, () => setOffered(false)] as const;
}

interface PushPromptProps {
  userId: string;
  siteName: string;
  hasUnread: boolean;
  /** Called when the prompt disappears, to move the focus. */
  onGone: () => void;
}

/** Offers push notifications on this device; the browser asks only after a click. */
export function PushPrompt({ userId, siteName, hasUnread, onGone }: PushPromptProps) {
  const [isOffered, withdraw] = useIsOffered(userId, hasUnread);
  const { mutate, isPending } = useTurnPushOn(userId);
  if (!isOffered) return null;
  const leave = () => {
    withdraw();
    onGone();
  };
  const decline = () => {
    writePromptRecord({ ...readPromptRecord(userId), isDeclined: true });
    leave();
  };
  const turnOn = () =>
    mutate(undefined, {
      onSuccess: leave,
      onError: () => {
        if (Notification.permission === "denied") decline();
      },
    });
  return (
    <section
      aria-labelledby="push-prompt"
      className="mt-5 flex items-start gap-3 rounded-md bg-hover p-4"
    >
      <BellRing size={18} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <h2 id="push-prompt" className="text-14 font-semibold">
          Get push notifications on this device
        </h2>
        <p className="mt-0.5 text-13 text-ink-2">
          They show new activity also while {siteName} is closed. Your browser asks for your
          permission.
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant="primary" size="sm" busy={isPending} onClick={turnOn}>
            Turn on
          </Button>
          <Button variant="quiet" size="sm" onClick={decline}>
            No, thanks
          </Button>
        </div>
      </div>
    </section>
  );
}
