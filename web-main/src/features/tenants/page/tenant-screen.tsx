import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { LoadError, TableSkeleton } from "../../staff/parts.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";
import { tenantQuery } from "../queries.ts";
import { TenantPage } from "./tenant-page.tsx";

/** One portal in the staff area. */
export function TenantScreen() {
  const { tenantId = "" } = useParams();
  const { data, error, refetch } = useQuery(tenantQuery(tenantId));
  if (data === undefined) {
    return (
      <StaffPage title={t`Portal`} back="/staff/tenants">
        {error === null ? (
          <TableSkeleton />
        ) : (
          <LoadError error={error} onRetry={() => void refetch()} />
        )}
      </StaffPage>
    );
  }
  const place = { tenant: data, root: `/staff/tenants/${tenantId}`, asStaff: true };
  return <TenantPage place={place} back={{ to: "/staff/tenants", label: t`Portals` }} />;
}
