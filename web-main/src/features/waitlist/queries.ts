import { call } from "@guildhall/web-kit/api/client.ts";
import type { bodyOf } from "./rules.ts";

export function joinWaitlist(body: ReturnType<typeof bodyOf>) {
  return call<{ id: string; status: string }>("POST", "/api/waitlist", { body, quiet: true });
}
