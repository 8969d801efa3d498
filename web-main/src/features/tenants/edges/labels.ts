import { plural, t } from "@lingui/core/macro";
import type { BadgeTone } from "@guildhall/web-kit/ui/badge.tsx";
import type { Edge, Edges } from "../types.ts";
import { clockTime, shortDate } from "../labels.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;

const isLost = ({ lostSince }: Edge) => lostSince !== null;

/** The reporting edges and the missing ones. */
export function splitByReachability(edges: readonly Edge[]): {
  reachable: Edge[];
  missing: Edge[];
} {
  return { reachable: edges.filter((edge) => !isLost(edge)), missing: edges.filter(isLost) };
}

/** "Current", or how long an edge has been behind the latest routes. */
export function lagLabel(lagMs: number): string {
  if (lagMs === 0) return t`Current`;
  if (lagMs < secondMs) return t`${lagMs} ms behind`;
  if (lagMs < minuteMs) return t`${{ seconds: Math.round(lagMs / secondMs) }} s behind`;
  return t`${{ minutes: Math.round(lagMs / minuteMs) }} min behind`;
}

/** The orders that each certificate authority still allows, or when it allows the next. */
export function ordersLabel(left: Edges["ordersLeft"]): string {
  return left
    .map(({ issuer, now, nextAt }) => {
      if (now > 0) {
        return plural(now, {
          one: `${issuer} takes # order now`,
          other: `${issuer} takes # orders now`,
        });
      }
      return nextAt === null
        ? t`${issuer} takes no order now`
        : t`${issuer} takes no order now, the next ${{ date: shortDate(nextAt) }} ${{ time: clockTime(nextAt) }}`;
    })
    .join("; ");
}

/** The most severe state of an edge. */
export function edgeBadge(edge: Edge): { label: string; tone: BadgeTone } {
  if (edge.lostSince !== null)
    return { label: t({ message: "Lost", context: "edge" }), tone: "danger" };
  if (edge.tableRefused !== null) return { label: t`Update rejected`, tone: "danger" };
  if (edge.degraded) return { label: t`Stored routes`, tone: "warning" };
  if (edge.refused.length > 0) {
    const count = edge.refused.length;
    const label = plural(count, { one: "# host refused", other: "# hosts refused" });
    return { label, tone: "warning" };
  }
  if (edge.lagMs > 0) return { label: lagLabel(edge.lagMs), tone: "info" };
  return { label: t`Current`, tone: "success" };
}
