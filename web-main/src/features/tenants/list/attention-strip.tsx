import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { CircleX, Clock, type LucideIcon, RefreshCw } from "lucide-react";
import { Link } from "react-router";
import type { Attention } from "../types.ts";
import { attentionTones } from "../labels.ts";

const WARNING_ICONS: Record<Attention["kind"], LucideIcon> = {
  failed: CircleX,
  retrying: RefreshCw,
  waiting: Clock,
};

/** Portals that need attention, the most urgent first. */
export function AttentionStrip({ items }: { items: readonly Attention[] }) {
  if (items.length === 0) return null;
  return (
    <ul
      aria-label={t`Needs attention`}
      className="edge-line mx-4 mt-4 grid rounded-lg max-lg:divide-y max-lg:divide-line-soft md:mx-6 lg:auto-cols-fr lg:grid-flow-col lg:divide-x lg:divide-line-soft"
    >
      {items.map(({ tenantId, kind, title, detail }) => {
        const Sign = WARNING_ICONS[kind];
        return (
          <li key={`${tenantId}${title}`} className="flex items-start gap-3 px-4 py-3">
            <Sign size={16} aria-hidden className={clsx("mt-0.5", attentionTones[kind])} />
            <span className="min-w-0 flex-1">
              <span className="block text-13 font-semibold [overflow-wrap:anywhere]">{title}</span>
              <span className="block text-12 text-ink-2 [overflow-wrap:anywhere]">{detail}</span>
            </span>
            <Link
              to={`/staff/tenants/${tenantId}/domains`}
              aria-label={t`Open: ${title}`}
              className="link text-12 font-medium max-md:-my-2 max-md:py-3"
            >
              {t({ message: "Open", context: "verb" })}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
