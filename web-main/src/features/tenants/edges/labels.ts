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
  if (lagMs === 0) return "Current";
  if (lagMs < secondMs) return `${lagMs} ms behind`;
  if (lagMs < minuteMs) return `${Math.round(lagMs / secondMs)} s behind`;
  return `${Math.round(lagMs / minuteMs)} min behind`;
}

/** The orders that each certificate authority still allows, or when it allows the next. */
export function ordersLabel(left: Edges["ordersLeft"]): string {
  return left
    .map(({ issuer, now, nextAt }) => {
      if (now > 0) return `${issuer} takes ${now} ${now === 1 ? "order" : "orders"} now`;
      const free = nextAt === null ? "" : `, the next ${shortDate(nextAt)} ${clockTime(nextAt)}`;
      return `${issuer} takes no order now${free}`;
    })
    .join("; ");
}

/** The most severe state of an edge. */
export function edgeBadge(edge: Edge): { label: string; tone: BadgeTone } {
  if (edge.lostSince !== null) return { label: "Lost", tone: "danger" };
  if (edge.tableRefused !== null) return { label: "Update rejected", tone: "danger" };
  if (edge.degraded) return { label: "Stored routes", tone: "warning" };
  if (edge.refused.length > 0) {
    const { length } = edge.refused;
    return { label: `${length} ${length === 1 ? "host" : "hosts"} refused`, tone: "warning" };
  }
  if (edge.lagMs > 0) return { label: lagLabel(edge.lagMs), tone: "info" };
  return { label: "Current", tone: "success" };
}
