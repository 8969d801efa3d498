import { call } from "../../api/client.ts";
import { newIdempotencyKey } from "../../api/idempotency-key.ts";

/** A security event for staff. It never contains a token, a code or user content. */
export interface Alert {
  alertType: string;
  severity: "low" | "medium" | "high";
  source: string;
  details?: Record<string, string | number | boolean>;
}

type Report = Record<string, unknown>;

const STORAGE_KEY = "guildhall.security-alerts";
const STORED_MAX = 50;
// Limit per page, so that a repeating fault does not flood the server.
const REPORTS_PER_PAGE_MAX = 10;

let reportedCount = 0;
let tabId: string | undefined;

/** Sends an alert; if that fails, stores it on this device for later. */
export async function reportAlert(alert: Alert): Promise<void> {
  if (reportedCount >= REPORTS_PER_PAGE_MAX) return;
  reportedCount += 1;
  const report = reportOf(alert);
  try {
    await send(report);
  } catch {
    storeReport(report);
  }
}

/** Sends stored alerts, oldest first, until one fails. */
export async function sendStoredAlerts(): Promise<void> {
  let left = storedReports();
  while (left.length > 0) {
    const [oldest, ...rest] = left;
    try {
      // Sequential: the server limits the rate, and the order must be kept.
      // oxlint-disable-next-line no-await-in-loop
      await send(oldest ?? {});
    } catch {
      return;
    }
    write(rest);
    left = rest;
  }
}

function onBreach(event: SecurityPolicyViolationEvent): void {
  void reportAlert({
    alertType: "csp-violation",
    severity: "medium",
    source: "browser",
    details: { directive: event.effectiveDirective, blocked: withoutSecrets(event.blockedURI) },
  });
}

const onOnline = () => void sendStoredAlerts();

/** Reports violations of the Content Security Policy, and sends stored alerts. */
export function watchSecurity(): () => void {
  document.addEventListener("securitypolicyviolation", onBreach);
  addEventListener("online", onOnline);
  if (storedReports().length > 0) void sendStoredAlerts();
  return () => {
    document.removeEventListener("securitypolicyviolation", onBreach);
    removeEventListener("online", onOnline);
  };
}

const send = (report: Report) =>
  call<unknown>("POST", "/api/securityAlert", { body: report, quiet: true });

function reportOf(alert: Alert): Report {
  tabId ??= newIdempotencyKey();
  return {
    ...alert,
    timestamp: new Date().toISOString(),
    domain: location.hostname,
    url: withoutSecrets(location.href),
    referrer: withoutSecrets(document.referrer),
    userAgent: navigator.userAgent,
    language: navigator.language,
    cookiesEnabled: navigator.cookieEnabled,
    onlineStatus: navigator.onLine,
    sessionId: tabId,
    clientFingerprint: fingerprint(),
  };
}

/**
 * A short hash of values that any page can read: it distinguishes kinds of browsers, not people.
 */
function fingerprint(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const facts = [navigator.userAgent, navigator.language, timeZone, screen.width, screen.height];
  let hash = 0x811c9dc5;
  for (const letter of facts.join("|")) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, "0");
}

/** A URL without query and fragment, which may contain a token. */
function withoutSecrets(url: string): string {
  return url.split(/[?#]/)[0] ?? "";
}

function storedReports(): Report[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isReport).slice(-STORED_MAX) : [];
  } catch {
    return [];
  }
}

function isReport(value: unknown): value is Report {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function storeReport(report: Report): void {
  write([...storedReports(), report].slice(-STORED_MAX));
}

function write(reports: readonly Report[]): void {
  try {
    if (reports.length === 0) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(reports));
  } catch {
    // Storage is blocked: the alert is lost.
  }
}
