import { t } from "@lingui/core/macro";
import {
  CircleAlert,
  Flag,
  Globe,
  Hourglass,
  LifeBuoy,
  MailWarning,
  type LucideIcon,
  MessageCircleWarning,
  RotateCw,
  ShieldAlert,
  Stamp,
} from "lucide-react";
import type { ActionItem } from "@guildhall/web-kit/api/staff-role-types.ts";
import { ButtonLink } from "@guildhall/web-kit/ui/button.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";

interface KindLabels {
  /** The kind in words. */
  label: string;
  /** The button that opens the page where the item is handled. */
  action: string;
  icon: LucideIcon;
}

const ITEM_KINDS: Readonly<Record<string, KindLabels>> = {
  affiliationRequest: { label: t`Affiliation request`, action: t`Review`, icon: Stamp },
  report: { label: t({ message: "Report", context: "noun" }), action: t`Review`, icon: Flag },
  messageReport: { label: t`Reported message`, action: t`Review`, icon: MessageCircleWarning },
  waitlist: { label: t`Waitlist entry`, action: t`Decide`, icon: Hourglass },
  failedJob: { label: t`Failed job`, action: t`Retry`, icon: RotateCw },
  domain: { label: t`Domain`, action: t({ message: "Approve", context: "a domain" }), icon: Globe },
  certificate: {
    label: t`Certificate`,
    action: t({ message: "Check", context: "verb" }),
    icon: ShieldAlert,
  },
  mailFeedback: {
    label: t`Emails`,
    action: t({ message: "Check", context: "verb" }),
    icon: MailWarning,
  },
  ticket: {
    label: t`Support ticket`,
    action: t({ message: "Answer", context: "verb" }),
    icon: LifeBuoy,
  },
};

/** An item of a kind that this version of the screens does not know yet. */
const OTHER_KIND: KindLabels = {
  label: t`Other`,
  action: t({ message: "Open", context: "verb" }),
  icon: CircleAlert,
};

interface ActionItemsProps {
  /** Oldest first. */
  items: readonly ActionItem[];
  /** True if the server has more items than it returned. */
  hasMore: boolean;
}

/** The items that need an action of staff, each with its action. */
export function ActionItems({ items, hasMore }: ActionItemsProps) {
  return (
    <section aria-labelledby="action-items" className="px-4 pt-5 md:px-6">
      <h2 id="action-items" className="text-15 font-semibold">{t`Needs action`}</h2>
      {items.length === 0 ? (
        <p className="pt-2 text-13 text-ink-2">{t`Nothing needs action now.`}</p>
      ) : (
        <ol aria-label={t`Needs action, oldest first`} className="mt-2 divide-y divide-line-soft">
          {items.map((item) => (
            <Item key={`${item.kind} ${item.id}`} item={item} />
          ))}
        </ol>
      )}
      {hasMore && (
        <p className="pt-2 text-12 text-ink-2">{t`These are the oldest ${{ count: items.length }}. Newer ones follow once these are handled.`}</p>
      )}
    </section>
  );
}

function Item({ item }: { item: ActionItem }) {
  const { label, action, icon: Icon } = ITEM_KINDS[item.kind] ?? OTHER_KIND;
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Icon size={16} aria-hidden className="shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="text-14 font-semibold [overflow-wrap:anywhere]">
          <bdi>{item.subject}</bdi>
        </p>
        <p className="text-12 text-ink-2">
          {label}, <RelativeTime time={item.since} />
        </p>
      </div>
      <ButtonLink to={item.path} aria-label={`${action}: ${item.subject}`}>
        {action}
      </ButtonLink>
    </li>
  );
}
