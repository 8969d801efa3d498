import { useQueryClient } from "@tanstack/react-query";
import { Archive, ArrowUpRight, Ellipsis, Pause, Play, Signpost } from "lucide-react";
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
import { failureMessage } from "../failure-message.ts";
import { actOnTenant, type TenantAction, tenantsKey } from "../queries.ts";
import type { Tenant } from "../types.ts";
import { ArchiveDialog } from "./archive-dialog.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { useTenant } from "./tenant-context.ts";

/** The actions that the portal's state allows; lifecycle actions are for staff only. */
export function TenantActions() {
  const { tenant, asStaff } = useTenant();
  return (
    <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
      {tenant.state === "active" && <OpenPortal tenant={tenant} />}
      {asStaff && tenant.state !== "archived" && <LifeCycle tenant={tenant} />}
    </div>
  );
}

/** Opens the portal, with the session transferred if the viewer is a member there. */
function OpenPortal({ tenant }: { tenant: Tenant }) {
  const open = usePortalSwitch(tenant.subdomain);
  const label = (
    <>
      <ArrowUpRight size={15} aria-hidden /> Open {tenant.brandName} Portal
    </>
  );
  if (open !== null) return <Button onClick={open}>{label}</Button>;
  return (
    <a href={tenant.origin} className={buttonClass({})}>
      {label}
    </a>
  );
}

const SUCCESS_MESSAGES: Record<TenantAction, string> = {
  activate: "Portal activated",
  suspend: "Portal paused",
  archive: "Portal archived",
};

function LifeCycle({ tenant }: { tenant: Tenant }) {
  const [requested, setRequested] = useState<"suspend" | "archive" | "move" | null>(null);
  const [busy, setBusy] = useState(false);
  const cache = useQueryClient();
  const proof = useProof();
  const act = async (action: TenantAction, reason?: string) => {
    await proof.withProof(() => actOnTenant(tenant.id, action, reason));
    toast.success(SUCCESS_MESSAGES[action]);
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
  return (
    <>
      {tenant.state === "active" ? (
        <Button icon={<Pause size={15} aria-hidden />} onClick={() => setRequested("suspend")}>
          Pause
        </Button>
      ) : (
        <Button
          variant="primary"
          busy={busy}
          icon={<Play size={15} aria-hidden />}
          onClick={() => void activate()}
        >
          Activate
        </Button>
      )}
      <Menu>
        <MenuTrigger asChild>
          <IconButton
            label="More"
            icon={<Ellipsis size={16} aria-hidden />}
            className="max-md:!flex-none"
          />
        </MenuTrigger>
        <MenuContent>
          <MenuItem icon={<Signpost size={15} aria-hidden />} onSelect={() => setRequested("move")}>
            Change the subdomain
          </MenuItem>
          <MenuItem
            tone="danger"
            icon={<Archive size={15} aria-hidden />}
            onSelect={() => setRequested("archive")}
          >
            Archive
          </MenuItem>
        </MenuContent>
      </Menu>
      {requested === "suspend" && (
        <ReasonDialog
          title={`Pause ${tenant.brandName}`}
          description="Its addresses show a notice, and everyone there is signed out. Nothing is deleted."
          confirm="Pause"
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
      {requested === "move" && <MoveDialog tenant={tenant} proof={proof} onClose={close} />}
      <ProofDialog requested={proof.requested} />
    </>
  );
}
