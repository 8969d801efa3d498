import { readableName } from "@guildhall/web-kit/content/audit-labels.ts";
import type { LogEntry } from "../types.ts";
import { tenantStates } from "../labels.ts";

/** The differences between before and after, one line each. */
export function changeLines({ action, before, after }: LogEntry): string[] {
  const was = toFacts(before);
  const is = toFacts(after);
  const words = (value: unknown) => valueLabel(value, action);
  return Object.keys({ ...was, ...is })
    .filter((name) => !/id$/i.test(name))
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) =>
      was[name] === undefined || was[name] === null
        ? `${readableName(name)}: ${words(is[name])}`
        : `${readableName(name)}: ${words(was[name])} → ${words(is[name])}`,
    );
}

function toFacts(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function valueLabel(value: unknown, action: string): string {
  if (value === undefined || value === null || value === "") return "–";
  if (typeof value !== "string") return JSON.stringify(value);
  const state = Object.entries(tenantStates).find(([name]) => name === value);
  return action.startsWith("tenant.") && state !== undefined ? state[1].label : value;
}
