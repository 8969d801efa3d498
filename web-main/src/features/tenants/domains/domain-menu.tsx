import { t } from "@lingui/core/macro";
import { CircleCheck, Copy, Ellipsis, RefreshCw, Star, Trash2 } from "lucide-react";
import { copyText } from "@guildhall/web-kit/ui/copy-text.ts";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
} from "@guildhall/web-kit/ui/menu.tsx";
import { useTenant } from "../page/tenant-context.ts";
import type { Domain } from "../types.ts";
import type { DomainActions } from "./use-domain-actions.tsx";

/** The menu of actions that the domain's state allows. */
export function DomainMenu({ domain, actions }: { domain: Domain; actions: DomainActions }) {
  const { tenant } = useTenant();
  const own = domain.kind === "own" && domain.state !== "released";
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          label={t`More about ${{ name: domain.host }}`}
          className="max-md:size-11"
          icon={<Ellipsis size={16} aria-hidden />}
        />
      </MenuTrigger>
      <MenuContent>
        <MenuItem
          icon={<Copy size={15} aria-hidden />}
          onSelect={() => void copyText(domain.host, t`Address copied to clipboard.`)}
        >{t`Copy address`}</MenuItem>
        {own && (
          <MenuItem
            icon={<RefreshCw size={15} aria-hidden />}
            onSelect={() => void actions.act(domain, "check")}
          >{t`Check now`}</MenuItem>
        )}
        {domain.state === "awaitingApproval" && tenant.asStaff && (
          <MenuItem
            icon={<CircleCheck size={15} aria-hidden />}
            onSelect={() => void actions.act(domain, "approve")}
          >
            {t({ message: "Approve", context: "domain" })}
          </MenuItem>
        )}
        {domain.state === "active" && !domain.isPrimary && (
          <MenuItem
            icon={<Star size={15} aria-hidden />}
            onSelect={() => void actions.act(domain, "primary")}
          >{t`Make primary`}</MenuItem>
        )}
        {own && (
          <>
            <MenuSeparator />
            <MenuItem
              tone="danger"
              icon={<Trash2 size={15} aria-hidden />}
              onSelect={() => actions.requestRelease(domain)}
            >{t`Remove`}</MenuItem>
          </>
        )}
      </MenuContent>
    </Menu>
  );
}
