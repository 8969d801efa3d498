import { call } from "../../api/client.ts";
import type { ReportSent } from "../../api/types.ts";

/** Reports what `endpoint` names to those who look after its community. */
export function sendReport(endpoint: string, reason: string, idempotencyKey: string) {
  return call<ReportSent>("POST", endpoint, { body: { reason }, idempotencyKey });
}

/** Takes away what `endpoint` names, as somebody who looks after its community. */
export function removeFor<Gone>(endpoint: string, reason: string) {
  return call<Gone>("POST", endpoint, { body: { reason } });
}
