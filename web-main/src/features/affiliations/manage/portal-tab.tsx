import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { ButtonLink } from "@guildhall/web-kit/ui/button.tsx";
import { QueryContent } from "@guildhall/web-kit/features/communities/query-content.tsx";
import { mayDo } from "@guildhall/web-kit/features/affiliations/permissions.ts";
import { TableSkeleton } from "../../staff/parts.tsx";
import { OwnTenant } from "../../tenants/page/own-tenant.tsx";
import { ownTenantQuery } from "../../tenants/queries.ts";
import { useManage } from "./manage-context.ts";
import { LoadFailure } from "./overview-tab.tsx";

/** The portal's brand, domains and log, within the admin area. */
export function PortalTab() {
  const { affiliation, me, root } = useManage();
  return (
    <QueryContent
      query={useQuery(ownTenantQuery(affiliation.id))}
      skeleton={<TableSkeleton />}
      renderFailure={(error, retry) => <LoadFailure {...{ error, retry }} />}
    >
      {(tenant) =>
        tenant === null ? (
          <EmptyState
            className="py-12"
            picture="square"
            title={t`No portal yet`}
            text={t`A portal gives the affiliation its own address and brand. Staff create it.`}
            action={me.isStaff && <ButtonLink to="/staff/tenants">{t`Portals`}</ButtonLink>}
          />
        ) : (
          <OwnTenant
            tenant={tenant}
            root={`${root}/portal`}
            isManager={mayDo(affiliation, "manage-portal")}
          />
        )
      }
    </QueryContent>
  );
}
