import type { LogEntry } from "../types.ts";
import { tenantStates } from "../labels.ts";

const ACTION_LABELS: Record<string, string> = {
  "tenant.create": "Portal created",
  "tenant.rename": "Subdomain changed",
  "tenant.activate": "Portal activated",
  "tenant.suspend": "Portal paused",
  "tenant.archive": "Portal archived",
  "domain.add": "Domain added",
  "domain.state": "Domain status changed",
  "domain.approve": "Domain approved",
  "domain.primary": "Primary domain changed",
  "domain.release": "Domain removed",
  "brand.save": "Brand draft saved",
  "brand.discard": "Brand draft discarded",
  "brand.publish": "Brand published",
  "brand.rollback": "Brand rolled back",
  "brand.logo": "Logo changed",
  "brand.logo-remove": "Logo removed",
  "brand.mark": "Mark changed",
  "brand.mark-remove": "Mark removed",
  "brand.picture": "Sign-in picture changed",
  "brand.picture-remove": "Sign-in picture removed",
  "brand.preview": "Preview link created",
  "brand.preview-end": "Preview link revoked",
};

/** The label of an action; an action without one is made readable. */
export function actionLabel(action: string): string {
  return ACTION_LABELS[action] ?? readable(action);
}

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
        ? `${readable(name)}: ${words(is[name])}`
        : `${readable(name)}: ${words(was[name])} → ${words(is[name])}`,
    );
}

function toFacts(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** Converts names such as "brandName" and "brand.preview-end" to words. */
function readable(name: string): string {
  const words = name
    .replaceAll(/[._-]/g, " ")
    .replaceAll(
      /([a-z])([A-Z])/g,
      (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueLabel(value: unknown, action: string): string {
  if (value === undefined || value === null || value === "") return "–";
  if (typeof value !== "string") return JSON.stringify(value);
  const state = Object.entries(tenantStates).find(([name]) => name === value);
  return action.startsWith("tenant.") && state !== undefined ? state[1].label : value;
}
