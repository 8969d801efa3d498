import { locale } from "@guildhall/web-kit/language/format.ts";
import { plural, t } from "@lingui/core/macro";
import { type Language, LANGUAGE_NAMES } from "@guildhall/web-kit/language/languages.ts";
import type { BadgeTone } from "@guildhall/web-kit/ui/badge.tsx";
import { formatClock } from "@guildhall/web-kit/language/clock.ts";
import type { DotTone } from "@guildhall/web-kit/ui/dot.tsx";
import type {
  Attention,
  CertificateState,
  CertificateSummary,
  Domain,
  RecordState,
  TenantState,
} from "./types.ts";

/** Labels and tones of a portal's states. */
export const tenantStates: Record<TenantState, { label: string; tone: BadgeTone }> = {
  draft: { label: t`Setting up`, tone: "info" },
  active: { label: t`Active`, tone: "success" },
  suspended: { label: t`Paused`, tone: "warning" },
  archived: { label: t`Archived`, tone: "neutral" },
};

/** The default language of a portal; null follows the browser. */
export const defaultLanguageLabel = (language: Language | null): string =>
  language === null ? t`Follow the browser` : LANGUAGE_NAMES[language];

export const certificateStates: Record<CertificateState, { label: string; tone: DotTone }> = {
  valid: { label: t`Valid`, tone: "success" },
  renewing: { label: t`Renewing`, tone: "warning" },
  failed: { label: t`Check failed`, tone: "danger" },
  waiting: { label: t`Waiting`, tone: "warning" },
  none: { label: t`Not requested`, tone: "neutral" },
  notNeeded: { label: t`Not needed`, tone: "neutral" },
};

/**
 * The label of a certificate's state. It mentions DNS only while the records are being verified.
 */
export function certificateLabel(
  state: CertificateState,
  addresses: readonly { state: Domain["state"] }[],
): string {
  const verifying = addresses.some((address) => address.state === "verifying");
  const { label } = certificateStates[state];
  return state === "waiting" && verifying ? t`Waiting for DNS` : label;
}

/** The second line about a certificate; null if it would repeat the first. */
export function certificateDetail({ state, words }: CertificateSummary): string | null {
  const said = words === "" || words === certificateStates[state].label || state === "notNeeded";
  return said ? null : words;
}

/** A domain's badge. During verification it shows the number of correct records. */
export function domainBadge(domain: Domain): { label: string; tone: BadgeTone } {
  switch (domain.state) {
    case "verifying":
      return {
        label: recordsLabel(domain),
        tone: "warning",
      };
    case "awaitingActivation":
      return { label: t`After activation`, tone: "neutral" };
    case "awaitingApproval":
      return { label: t`Awaiting approval`, tone: "info" };
    case "issuing":
      return { label: t`Issuing`, tone: "info" };
    case "active":
      return { label: t`Active`, tone: "success" };
    case "failing":
      return { label: t`Failing`, tone: "danger" };
    case "suspended":
      return { label: t`Suspended`, tone: "danger" };
    case "released":
      return { label: t`Released`, tone: "neutral" };
  }
}

function recordsLabel({ recordsFound: found, recordsWanted: wanted }: Domain): string {
  return plural(wanted, { one: `${found} of # records`, other: `${found} of # records` });
}

/** True if staff or the affiliation must act on one of the domains. */
export function needsAttention(domains: readonly Domain[]): boolean {
  return domains.some(
    ({ state, certificate }) =>
      ["verifying", "awaitingApproval", "failing", "suspended"].includes(state) ||
      certificate.state === "failed",
  );
}

export const recordStates: Record<RecordState, string> = {
  found: t`Found`,
  missing: t`Not found yet`,
  wrong: t`Wrong value`,
  unknown: t`Could not be checked`,
  unseen: t`Not checked yet`,
};

export const attentionTones: Record<Attention["kind"], string> = {
  failed: "text-danger-text",
  retrying: "text-warning-text",
  waiting: "text-info-text",
};

const shortDay = new Intl.DateTimeFormat(locale(), { day: "numeric", month: "short" });
const longDay = new Intl.DateTimeFormat(locale(), { day: "numeric", month: "long" });

/** "12 Oct". */
export const shortDate = (iso: string) => shortDay.format(Date.parse(iso));

/** "10 January". */
export const longDate = (iso: string) => longDay.format(Date.parse(iso));

/** "09:14:02". */
export const clockTime = (iso: string) => formatClock(Date.parse(iso), { seconds: true });

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * "20 seconds", "4 minutes", "3 hours", "2 days": the time between now and a past or future moment.
 */
export function formatDuration(iso: string, now: number): string {
  const ms = Math.abs(Date.parse(iso) - now);
  const amountOf = (unit: number) => Math.max(1, Math.round(ms / unit));
  if (ms < minuteMs) {
    return plural({ amount: amountOf(1000) }, { one: "# second", other: "# seconds" });
  }
  if (ms < hourMs) {
    return plural({ amount: amountOf(minuteMs) }, { one: "# minute", other: "# minutes" });
  }
  if (ms < 48 * hourMs) {
    return plural({ amount: amountOf(hourMs) }, { one: "# hour", other: "# hours" });
  }
  return plural({ amount: amountOf(24 * hourMs) }, { one: "# day", other: "# days" });
}
