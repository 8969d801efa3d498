import { t } from "@lingui/core/macro";
import { Bell, BellOff, BellRing } from "lucide-react";
import type { SubscriptionLevel, Thread } from "../../../api/types.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import {
  Menu,
  MenuContent,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuTrigger,
} from "../../../ui/menu.tsx";
import { subscriptionChoices, subscriptionLabel } from "./subscription-labels.ts";
import { useSubscription } from "./use-subscription.ts";

const icons: Record<SubscriptionLevel, typeof Bell> = {
  followed: BellRing,
  normal: Bell,
  muted: BellOff,
};

/** The bell above a thread: states whether the viewer follows or muted it, and changes that. */
export function SubscriptionMenu({ thread }: { thread: Thread }) {
  const Icon = icons[thread.subscription];
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          label={subscriptionLabel(thread.subscription)}
          icon={<Icon size={16} aria-hidden />}
        />
      </MenuTrigger>
      <MenuContent>
        <SubscriptionItems thread={thread} />
      </MenuContent>
    </Menu>
  );
}

/** The choice of a notification level, inside a menu. */
export function SubscriptionItems({ thread }: { thread: Thread }) {
  const choose = useSubscription(thread);
  const choices = subscriptionChoices();
  const take = (value: string) => {
    const choice = choices.find((offered) => offered.value === value);
    if (choice !== undefined) choose(choice.value);
  };
  return (
    <>
      <MenuLabel>{t`Notifications of this thread`}</MenuLabel>
      <MenuRadioGroup value={thread.subscription} onValueChange={take}>
        {choices.map(({ value, label, text }) => (
          <MenuRadioItem key={value} value={value} className="py-1.5">
            <span className="block">{label}</span>
            <span className="block text-12 text-ink-3">{text}</span>
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </>
  );
}
