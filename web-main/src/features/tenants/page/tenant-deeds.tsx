import { useQueryClient } from "@tanstack/react-query";
import { Archive, ArrowUpRight, Ellipsis, Pause, Play, Signpost } from "lucide-react";
import { useState } from "react";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import { Button, buttonClass } from "@guildhall/web-kit/ui/button.tsx";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@guildhall/web-kit/ui/menu.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { ProofGivenUp, useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { ReasonDialog } from "../../staff/reason-dialog.tsx";
import { usePortalDoor } from "@guildhall/web-kit/features/transfer/use-doors.ts";
import { inWords } from "../in-words.ts";
import { actOnTenant, type TenantDeed, tenantsKey } from "../queries.ts";
import type { Tenant } from "../types.ts";
import { ArchiveDialog } from "./archive-dialog.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { useTenant } from "./place.ts";

/** The actions that the portal's state allows; lifecycle actions are for staff only. */
export function TenantDeeds() {
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
  const open = usePortalDoor(tenant.subdomain);
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

const done: Record<TenantDeed, string> = {
  activate: "Portal activated",
  suspend: "Portal paused",
  archive: "Portal archived",
};

function LifeCycle({ tenant }: { tenant: Tenant }) {
  const [asked, setAsked] = useState<"suspend" | "archive" | "move" | null>(null);
  const [busy, setBusy] = useState(false);
  const cache = useQueryClient();
  const proof = useProof();
  const act = async (deed: TenantDeed, reason?: string) => {
    await proof.withProof(() => actOnTenant(tenant.id, deed, reason));
    toast.success(done[deed]);
    const shown = [tenantsKey, keys.openAffiliations];
    await Promise.all(shown.map((queryKey) => cache.invalidateQueries({ queryKey })));
  };
  const activate = async () => {
    setBusy(true);
    try {
      await act("activate");
    } catch (error) {
      if (!(error instanceof ProofGivenUp)) toast.error(inWords(error));
    } finally {
      setBusy(false);
    }
  };
  const close = () => setAsked(null);
  return (
    <>
      {tenant.state === "active" ? (
        <Button icon={<Pause size={15} aria-hidden />} onClick={() => setAsked("suspend")}>
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
          <MenuItem icon={<Signpost size={15} aria-hidden />} onSelect={() => setAsked("move")}>
            Change the subdomain
          </MenuItem>
          <MenuItem
            tone="danger"
            icon={<Archive size={15} aria-hidden />}
            onSelect={() => setAsked("archive")}
          >
            Archive
          </MenuItem>
        </MenuContent>
      </Menu>
      {asked === "suspend" && (
        <ReasonDialog
          title={`Pause ${tenant.brandName}`}
          description="Its addresses show a notice, and everyone there is signed out. Nothing is deleted."
          confirm="Pause"
          required
          onClose={close}
          onConfirm={(reason) => act("suspend", reason)}
        />
      )}
      {asked === "archive" && (
        <ArchiveDialog
          tenant={tenant}
          onClose={close}
          onConfirm={(reason) => act("archive", reason)}
        />
      )}
      {asked === "move" && <MoveDialog tenant={tenant} proof={proof} onClose={close} />}
      <ProofDialog asked={proof.asked} />
    </>
  );
}
