import { t } from "@lingui/core/macro";
import { BellRing } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { readPromptRecord, writePromptRecord } from "./prompt-record.ts";
import { readPushRecord } from "./push-record.ts";
import { pushSupport } from "./push-support.ts";
import { useTurnPushOn } from "./use-push-device.ts";

/** The visit with unread items from which on the prompt appears. */
const FIRST_VISIT = 2;

export interface PushOffer {
  /** True if push notifications may be offered on this device. */
  isOffered: boolean;
  /** Withdraws the offer for this visit. */
  withdraw: () => void;
}

/**
 * Push notifications are offered to a member who has seen unread items before and has not declined,
 * on a device that could receive them but does not.
 */
export function usePushOffer(userId: string, hasUnread: boolean): PushOffer {
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
  return { isOffered, withdraw: () => setOffered(false) };
}

interface PushPromptProps {
  userId: string;
  siteName: string;
  /** Called when the prompt is answered. */
  onGone: () => void;
}

/** The offer of push notifications on this device; the browser asks only after a click. */
export function PushPrompt({ userId, siteName, onGone }: PushPromptProps) {
  const { mutate, isPending } = useTurnPushOn(userId);
  const decline = () => {
    writePromptRecord({ ...readPromptRecord(userId), isDeclined: true });
    onGone();
  };
  const turnOn = () =>
    mutate(undefined, {
      onSuccess: onGone,
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
        <h2
          id="push-prompt"
          className="text-14 font-semibold"
        >{t`Get push notifications on this device`}</h2>
        <p className="mt-0.5 text-13 text-ink-2">{t`They show new activity also while ${siteName} is closed. Your browser asks for your permission.`}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            variant="primary"
            size="sm"
            busy={isPending}
            onClick={turnOn}
          >{t`Turn on`}</Button>
          <Button variant="quiet" size="sm" onClick={decline}>{t`No, thanks`}</Button>
        </div>
      </div>
    </section>
  );
}
