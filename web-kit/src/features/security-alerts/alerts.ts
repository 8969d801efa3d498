import { call } from "../../api/client.ts";
import { newKey } from "../../api/new-key.ts";

/** A fault that staff should hear of. Never a token, a code or what somebody wrote. */
export interface Alert {
  alertType: string;
  severity: "low" | "medium" | "high";
  source: string;
  details?: Record<string, string | number | boolean>;
}

type Report = Record<string, unknown>;

const keptKey = "guildhall.security-alerts";
const keptMost = 50;
// One page that goes wrong again and again is one fact, not a thousand calls.
const perPage = 10;

let told = 0;
let tab: string | undefined;

/** Tells the server; what does not arrive is kept on this device and told later. */
export async function reportAlert(alert: Alert): Promise<void> {
  if (told >= perPage) return;
  told += 1;
  const report = reportOf(alert);
  try {
    await send(report);
  } catch {
    keep(report);
  }
}

/** Tells what could not be told before, the oldest first, until one fails again. */
export async function sendKept(): Promise<void> {
  let left = kept();
  while (left.length > 0) {
    const [oldest, ...rest] = left;
    try {
      // One after the other: the server counts them, and the order is theirs.
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
    details: { directive: event.effectiveDirective, blocked: bare(event.blockedURI) },
  });
}

const onOnline = () => void sendKept();

/** Watches the page for breaches of its content policy, and tells what was kept when it can. */
export function watchSecurity(): () => void {
  document.addEventListener("securitypolicyviolation", onBreach);
  addEventListener("online", onOnline);
  if (kept().length > 0) void sendKept();
  return () => {
    document.removeEventListener("securitypolicyviolation", onBreach);
    removeEventListener("online", onOnline);
  };
}

const send = (report: Report) =>
  call<unknown>("POST", "/api/securityAlert", { body: report, quiet: true });

function reportOf(alert: Alert): Report {
  tab ??= newKey();
  return {
    ...alert,
    timestamp: new Date().toISOString(),
    domain: location.hostname,
    url: bare(location.href),
    referrer: bare(document.referrer),
    userAgent: navigator.userAgent,
    language: navigator.language,
    cookiesEnabled: navigator.cookieEnabled,
    onlineStatus: navigator.onLine,
    sessionId: tab,
    clientFingerprint: fingerprint(),
  };
}

/** A few digits of what any page may read: they tell browsers of one kind apart, not people. */
function fingerprint(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const facts = [navigator.userAgent, navigator.language, timeZone, screen.width, screen.height];
  let hash = 0x811c9dc5;
  for (const letter of facts.join("|")) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, "0");
}

/** An address without what may hold a token. */
function bare(url: string): string {
  return url.split(/[?#]/)[0] ?? "";
}

function kept(): Report[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keptKey) ?? "[]");
    return Array.isArray(found) ? found.filter(isReport).slice(-keptMost) : [];
  } catch {
    return [];
  }
}

function isReport(value: unknown): value is Report {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function keep(report: Report): void {
  write([...kept(), report].slice(-keptMost));
}

function write(reports: readonly Report[]): void {
  try {
    if (reports.length === 0) localStorage.removeItem(keptKey);
    else localStorage.setItem(keptKey, JSON.stringify(reports));
  } catch {
    // A device that keeps nothing loses an alert; the page goes on.
  }
}
