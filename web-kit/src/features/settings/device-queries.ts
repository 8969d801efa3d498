import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";

export interface SignedInDevice {
  id: string;
  isCurrent: boolean;
  isCarried: boolean;
  host: string;
  browser: string | null;
  network: string | null;
  staySignedIn: boolean;
  signedInAt: string;
  lastSeenAt: string;
  expiresAt: string;
}

export const deviceKeys = { all: ["devices"] as const };

export const devicesQuery = queryOptions({
  queryKey: deviceKeys.all,
  queryFn: ({ signal }) => call<{ items: SignedInDevice[] }>("GET", "/api/me/sessions", { signal }),
  staleTime: 0,
});

export function endDeviceSession(device: SignedInDevice) {
  return call<null>("DELETE", `/api/me/sessions/${device.id}`);
}

export function endOtherSessions() {
  return call<null>("DELETE", "/api/me/sessions");
}
