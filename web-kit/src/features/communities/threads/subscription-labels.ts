import { t } from "@lingui/core/macro";
import type { SubscriptionLevel } from "../../../api/types.ts";

export interface SubscriptionChoice {
  value: SubscriptionLevel;
  label: string;
  text: string;
}

/** The notification levels of a thread. */
export const subscriptionChoices = (): readonly SubscriptionChoice[] => [
  { value: "followed", label: t`Follow`, text: t`A notification for each new post` },
  { value: "normal", label: t`Normal`, text: t`Replies to you and mentions` },
  {
    value: "muted",
    label: t({ message: "Mute", context: "level of notifications" }),
    text: t`Mentions only, nothing counted as unread`,
  },
];

/** The label of the button that opens the levels; it states the current one. */
export function subscriptionLabel(level: SubscriptionLevel): string {
  const labels: Record<SubscriptionLevel, () => string> = {
    followed: () => t`Notifications: you follow this thread`,
    normal: () => t`Notifications: normal`,
    muted: () => t`Notifications: you muted this thread`,
  };
  return labels[level]();
}
