import { t } from "@lingui/core/macro";
import { BellOff, BellRing } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { type PushState, usePushState, useTurnPushOff, useTurnPushOn } from "./use-push-device.ts";

interface PushDevicePanelProps {
  userId: string;
  /** The name of the site, which the notifications show. */
  siteName: string;
}

/** Push notifications on this device: what they are, and turning them on and off. */
export function PushDevicePanel({ userId, siteName }: PushDevicePanelProps) {
  const { state } = usePushState(userId);
  const on = useTurnPushOn(userId);
  const off = useTurnPushOff();
  if (state === undefined) {
    return (
      <LoadingRegion>
        <Skeleton className="h-11 w-full" />
      </LoadingRegion>
    );
  }
  if (state === "on") {
    return (
      <Row
        icon={<BellRing size={18} aria-hidden />}
        text={t`Push notifications are on for this device.`}
      >
        <Button busy={off.isPending} onClick={() => off.mutate()}>{t`Turn off`}</Button>
      </Row>
    );
  }
  if (state === "off") {
    return (
      <Row
        icon={<BellOff size={18} aria-hidden />}
        text={t`This device shows no push notifications. If you turn them on, your browser asks for your permission.`}
      >
        <Button
          variant="primary"
          busy={on.isPending}
          onClick={() => on.mutate()}
        >{t`Turn on`}</Button>
      </Row>
    );
  }
  return <Note>{explanation(state, siteName)}</Note>;
}

function Row(props: { icon: ReactNode; text: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 max-md:flex-wrap">
      <span className="shrink-0 text-ink-3">{props.icon}</span>
      <p role="status" className="min-w-0 flex-1 text-14">
        {props.text}
      </p>
      {props.children}
    </div>
  );
}

/** The reason why this device cannot receive push notifications, and the next step. */
export function explanation(state: Exclude<PushState, "on" | "off">, siteName: string): string {
  switch (state) {
    case "unsupported":
      return t`This browser cannot receive push notifications. Use another browser, or emails.`;
    case "denied":
      return t`Notifications from ${{ host: location.host }} are blocked in this browser. To allow them, open the site settings next to the address, set Notifications to Allow, and reload this page.`;
    case "needs-installed-app":
      return t`On iPhone and iPad, push notifications need the installed app. In Safari, tap Share and then Add to Home Screen. Then open ${siteName} from your home screen and turn them on here.`;
  }
}
