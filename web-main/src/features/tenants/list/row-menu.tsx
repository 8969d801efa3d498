import { t } from "@lingui/core/macro";
import { ArrowUpRight, Copy, Ellipsis, Globe, Palette } from "lucide-react";
import { Link } from "react-router";
import { copyText } from "@guildhall/web-kit/ui/copy-text.ts";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@guildhall/web-kit/ui/menu.tsx";
import { usePortalSwitch } from "@guildhall/web-kit/features/transfer/use-sites.ts";
import type { TenantSummary } from "../types.ts";

/** The menu of a portal in the list. */
export function RowMenu({ tenant }: { tenant: TenantSummary }) {
  const page = `/staff/tenants/${tenant.id}`;
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          label={t`More about ${{ name: tenant.brandName }}`}
          icon={<Ellipsis size={16} aria-hidden />}
        />
      </MenuTrigger>
      <MenuContent>
        {tenant.state === "active" && <OpenPortal tenant={tenant} />}
        <MenuItem asChild>
          <Link to={`${page}/brand`}>
            <Palette size={15} aria-hidden className="text-ink-3" /> {t`Brand`}
          </Link>
        </MenuItem>
        <MenuItem asChild>
          <Link to={`${page}/domains`}>
            <Globe size={15} aria-hidden className="text-ink-3" /> {t`Domains`}
          </Link>
        </MenuItem>
        <MenuItem
          icon={<Copy size={15} aria-hidden />}
          onSelect={() => void copyText(tenant.origin, t`Address copied to clipboard.`)}
        >{t`Copy address`}</MenuItem>
      </MenuContent>
    </Menu>
  );
}

/**
 * Opens the portal, with the session transferred if the viewer is a member there. Otherwise it
 * opens the front door: the staff role has no effect on portals (P-15).
 */
function OpenPortal({ tenant }: { tenant: TenantSummary }) {
  const open = usePortalSwitch(tenant.subdomain);
  const label = t`Open ${{ name: tenant.brandName }} Portal`;
  if (open !== null) {
    return (
      <MenuItem
        icon={<ArrowUpRight size={15} aria-hidden className="rtl:-scale-x-100" />}
        onSelect={open}
      >
        {label}
      </MenuItem>
    );
  }
  return (
    <MenuItem asChild>
      <a href={tenant.origin}>
        <ArrowUpRight size={15} aria-hidden className="text-ink-3 rtl:-scale-x-100" />
        {label}
      </a>
    </MenuItem>
  );
}
