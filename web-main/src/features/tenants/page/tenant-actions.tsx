import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import {
  Archive,
  ArrowUpRight,
  Ellipsis,
  type LucideIcon,
  Pause,
  Play,
  Signpost,
} from "lucide-react";
import { useState } from "react";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import { Button, buttonClass } from "@guildhall/web-kit/ui/button.tsx";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@guildhall/web-kit/ui/menu.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { ProofCancelled, useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { ReasonDialog } from "../../staff/reason-dialog.tsx";
import { usePortalSwitch } from "@guildhall/web-kit/features/transfer/use-sites.ts";
import { TENANT_ACTIONS } from "../action-labels.ts";
import { failureMessage } from "../failure-message.ts";
import { actOnTenant, type LifecycleAction, tenantsKey } from "../queries.ts";
import type { Tenant, TenantActionName } from "../types.ts";
import { ArchiveDialog } from "./archive-dialog.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { useTenant } from "./tenant-context.ts";

/** The actions that the server allows in the portal's state. */
export function TenantActions() {
  const { tenant } = useTenant();
  return (
    <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
      {tenant.state === "active" && <OpenPortal tenant={tenant} />}
      {tenant.allowedActions.length > 0 && <AllowedActions tenant={tenant} />}
    </div>
  );
}

/** Opens the portal, with the session transferred if the viewer is a member there. */
function OpenPortal({ tenant }: { tenant: Tenant }) {
  const open = usePortalSwitch(tenant.subdomain);
  const label = (
    <>
      <ArrowUpRight size={15} aria-hidden className="rtl:-scale-x-100" />{" "}
      {t`Open ${{ name: tenant.brandName }} Portal`}
    </>
  );
  if (open !== null) return <Button onClick={open}>{label}</Button>;
  return (
    <a href={tenant.origin} className={buttonClass({})}>
      {label}
    </a>
  );
}

const ICONS: Readonly<Record<TenantActionName, LucideIcon>> = {
  activate: Play,
  suspend: Pause,
  rename: Signpost,
  archive: Archive,
};

/** The actions with a button of their own; the others are in the menu, the dangerous one last. */
const BUTTONS: readonly TenantActionName[] = ["activate", "suspend"];
const IN_MENU: readonly TenantActionName[] = ["rename", "archive"];

function AllowedActions({ tenant }: { tenant: Tenant }) {
  const [requested, setRequested] = useState<TenantActionName | null>(null);
  const [busy, setBusy] = useState(false);
  const cache = useQueryClient();
  const proof = useProof();
  const isAllowed = (name: TenantActionName) =>
    tenant.allowedActions.some(({ action }) => action === name);
  const act = async (action: LifecycleAction, reason?: string) => {
    await proof.withProof(() => actOnTenant(tenant.id, action, reason));
    toast.success(TENANT_ACTIONS[action].done);
    const shown = [tenantsKey, keys.openAffiliations];
    await Promise.all(shown.map((queryKey) => cache.invalidateQueries({ queryKey })));
  };
  const activate = async () => {
    setBusy(true);
    try {
      await act("activate");
    } catch (error) {
      if (!(error instanceof ProofCancelled)) toast.error(failureMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const close = () => setRequested(null);
  const menu = IN_MENU.filter(isAllowed);
  return (
    <>
      {BUTTONS.filter(isAllowed).map((action) => {
        const Icon = ICONS[action];
        const isActivation = action === "activate";
        return (
          <Button
            key={action}
            icon={<Icon size={15} aria-hidden />}
            busy={isActivation && busy}
            {...(isActivation && { variant: "primary" })}
            onClick={() => (isActivation ? void activate() : setRequested(action))}
          >
            {TENANT_ACTIONS[action].label}
          </Button>
        );
      })}
      {menu.length > 0 && <MoreMenu actions={menu} onChoose={setRequested} />}
      {requested === "suspend" && (
        <ReasonDialog
          title={t`Pause ${{ name: tenant.brandName }}`}
          description={t`Its addresses show a notice, and everyone there is signed out. Nothing is deleted.`}
          confirm={TENANT_ACTIONS.suspend.label}
          required
          onClose={close}
          onConfirm={(reason) => act("suspend", reason)}
        />
      )}
      {requested === "archive" && (
        <ArchiveDialog
          tenant={tenant}
          onClose={close}
          onConfirm={(reason) => act("archive", reason)}
        />
      )}
      {requested === "rename" && <MoveDialog tenant={tenant} proof={proof} onClose={close} />}
      <ProofDialog requested={proof.requested} />
    </>
  );
}

interface MoreMenuProps {
  actions: readonly TenantActionName[];
  onChoose: (action: TenantActionName) => void;
}

function MoreMenu({ actions, onChoose }: MoreMenuProps) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          label={t`More`}
          icon={<Ellipsis size={16} aria-hidden />}
          className="max-md:!flex-none"
        />
      </MenuTrigger>
      <MenuContent>
        {actions.map((action) => {
          const Icon = ICONS[action];
          return (
            <MenuItem
              key={action}
              icon={<Icon size={15} aria-hidden />}
              onSelect={() => onChoose(action)}
              {...(action === "archive" && { tone: "danger" })}
            >
              {TENANT_ACTIONS[action].label}
            </MenuItem>
          );
        })}
      </MenuContent>
    </Menu>
  );
}
