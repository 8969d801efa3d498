import { queryOptions } from "@tanstack/react-query";
import { call } from "@guildhall/web-kit/api/client.ts";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import type { MfaSettings } from "@guildhall/web-kit/api/types.ts";

export const mfaSettingsQuery = queryOptions({
  queryKey: keys.mfaSettings,
  queryFn: ({ signal }) => call<MfaSettings>("GET", "/api/staff/mfa-settings", { signal }),
});

export type MfaSettingsChange = Pick<MfaSettings, "enabled" | "required" | "gracePeriodDays">;

export function changeMfaSettings(body: MfaSettingsChange): Promise<MfaSettings> {
  return call("PUT", "/api/staff/mfa-settings", { body });
}
