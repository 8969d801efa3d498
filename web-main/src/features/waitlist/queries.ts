import { call } from "@guildhall/web-kit/api/client.ts";
import type { toRequestBody } from "./rules.ts";

export function joinWaitlist(body: ReturnType<typeof toRequestBody>) {
  return call<{ id: string; status: string }>("POST", "/api/waitlist", { body, quiet: true });
}
