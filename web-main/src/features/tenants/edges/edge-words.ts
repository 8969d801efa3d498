import type { BadgeTone } from "@guildhall/web-kit/ui/badge.tsx";
import type { Edge, Edges } from "../types.ts";
import { clockOf, dayOf } from "../words.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;

const isLost = ({ lostSince }: Edge) => lostSince !== null;

/** The reporting edges and the missing ones. */
export function parted(edges: readonly Edge[]): { heard: Edge[]; lost: Edge[] } {
  return { heard: edges.filter((edge) => !isLost(edge)), lost: edges.filter(isLost) };
}

/** "Current", or how long an edge has been behind the latest routes. */
export function lagWords(lagMs: number): string {
  if (lagMs === 0) return "Current";
  if (lagMs < secondMs) return `${lagMs} ms behind`;
  if (lagMs < minuteMs) return `${Math.round(lagMs / secondMs)} s behind`;
  return `${Math.round(lagMs / minuteMs)} min behind`;
}

/** The orders that each certificate authority still allows, or when it allows the next. */
export function ordersWords(left: Edges["ordersLeft"]): string {
  return left
    .map(({ issuer, now, nextAt }) => {
      if (now > 0) return `${issuer} takes ${now} ${now === 1 ? "order" : "orders"} now`;
      const free = nextAt === null ? "" : `, the next ${dayOf(nextAt)} ${clockOf(nextAt)}`;
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
  if (edge.lagMs > 0) return { label: lagWords(edge.lagMs), tone: "info" };
  return { label: "Current", tone: "success" };
}
