import type { StaffPermission } from "@guildhall/web-kit/api/staff-role-types.ts";
import { useMe } from "@guildhall/web-kit/features/accounts/queries.ts";

/** The viewer's permissions. The server checks each of them again. */
export function useStaffPermissions(): ReadonlySet<StaffPermission> {
  return new Set(useMe()?.staffPermissions);
}

export function usePermission(permission: StaffPermission): boolean {
  return useStaffPermissions().has(permission);
}
