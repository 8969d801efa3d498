import { hasPassed } from "@guildhall/web-kit/api/server-clock.ts";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { codeState } from "@guildhall/web-kit/api/code-state.ts";
import type { InviteCode } from "@guildhall/web-kit/api/staff-types.ts";
import { useIsDesktop } from "@guildhall/web-kit/shell/use-is-desktop.ts";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { CodeUses } from "@guildhall/web-kit/features/affiliations/codes/code-uses.tsx";
import { CopyCode } from "@guildhall/web-kit/features/affiliations/codes/copy-code.tsx";
import { CreateCodeDialog } from "./create-code-dialog.tsx";
import { type Column, Pages, StaffTable, TableHead, Td, TwoLineCell } from "./parts.tsx";
import { Segments } from "@guildhall/web-kit/ui/segments.tsx";
import { deactivateInviteCode, inviteCodesQuery, inviteUsesQuery, staffKey } from "./queries.ts";
import { StaffPage } from "./staff-page.tsx";

const columns: readonly Column[] = [
  "Code",
  "Used",
  { name: "Expires", className: "max-md:hidden" },
  { name: "Invites to", className: "max-md:hidden" },
  "Status",
];

type StatusFilter = "all" | "true" | "false";

/** All invite codes: create, view uses, deactivate. */
export function InviteCodesScreen() {
  const [shown, setShown] = useState<StatusFilter>("all");
  const [creating, setCreating] = useState(false);
  const [opened, setOpened] = useState<InviteCode | null>(null);
  const cache = useQueryClient();
  const list = useInfiniteQuery(inviteCodesQuery({ active: shown === "all" ? undefined : shown }));
  const refresh = () => cache.invalidateQueries({ queryKey: staffKey });
  const deactivate = async (code: InviteCode) => {
    try {
      await deactivateInviteCode(code.id);
      toast.success("Invite code deactivated");
      await refresh();
    } catch {
      toast.error("Something went wrong. Please try again.");
    }
  };
  return (
    <StaffPage
      title="Invite codes"
      actions={
        <Button
          variant="primary"
          icon={<Plus size={15} aria-hidden />}
          onClick={() => setCreating(true)}
        >
          New code
        </Button>
      }
    >
      <div className="px-4 pt-4 md:px-6">
        <Segments
          label="Filter codes"
          value={shown}
          onChange={setShown}
          segments={[
            { value: "all", label: "All" },
            { value: "true", label: "Active" },
            { value: "false", label: "Deactivated" },
          ]}
        />
      </div>
      <Pages
        query={list}
        empty={<EmptyState className="py-12" picture="square" title="No invite codes here" />}
      >
        {(codes) => (
          <StaffTable label="Invite codes">
            <TableHead columns={columns} />
            <tbody>
              {codes.map((code) => (
                <CodeRow
                  key={code.id}
                  code={code}
                  onOpen={() => setOpened(code)}
                  onDeactivate={() => void deactivate(code)}
                />
              ))}
            </tbody>
          </StaffTable>
        )}
      </Pages>
      {creating && <CreateCodeDialog onClose={() => setCreating(false)} onDone={refresh} />}
      {opened !== null && <Uses code={opened} onClose={() => setOpened(null)} />}
    </StaffPage>
  );
}

const pageOf = (userId: string) => `/staff/users/${userId}`;

function Uses({ code, onClose }: { code: InviteCode; onClose: () => void }) {
  const uses = useInfiniteQuery(inviteUsesQuery(code.id));
  return <CodeUses code={code} uses={uses} pageOf={pageOf} onClose={onClose} />;
}

function CodeRow(props: { code: InviteCode; onOpen: () => void; onDeactivate: () => void }) {
  const { code } = props;
  const wide = useIsDesktop();
  const state = codeState(code);
  return (
    <tr className="hover:bg-hover">
      <Td>
        <span className="flex items-center gap-1">
          <button
            type="button"
            onClick={props.onOpen}
            className="font-mono font-semibold hover:underline"
          >
            {code.code}
          </button>
          <CopyCode code={code.code} />
        </span>
        {!wide && (
          <span className="block text-12 text-ink-2 [overflow-wrap:anywhere]">
            {restrictionLabels(code).join(" · ")}
          </span>
        )}
      </Td>
      <Td className="whitespace-nowrap">
        {code.maxUses === null ? code.usageCount : `${code.usageCount} of ${code.maxUses}`}
      </Td>
      <Td className="max-md:hidden">
        {code.expiresAt === null ? "Never" : formatMoment(code.expiresAt)}
      </Td>
      <Td className="max-md:hidden">
        <InvitesTo code={code} />
      </Td>
      <Td>
        <span className="flex items-center justify-between gap-x-4 gap-y-1.5 max-md:flex-col max-md:items-start">
          <Badge tone={state === "Active" ? "success" : "neutral"}>{state}</Badge>
          {code.isActive && (
            <Button size="sm" onClick={props.onDeactivate} aria-label={`Deactivate ${code.code}`}>
              Deactivate
            </Button>
          )}
        </span>
      </Td>
    </tr>
  );
}

/** Details for phones, which have no columns for them. */
function restrictionLabels({
  expiresAt,
  autoInviteToAffiliation: to,
  atPortals,
}: InviteCode): string[] {
  const words = [];
  if (to !== null) words.push(`Invites to ${to.affiliationName}`);
  else if (atPortals) words.push("Also works on portals");
  words.push(expiresAt === null ? "Never expires" : expiryLabel(expiresAt));
  return words;
}

function expiryLabel(expiresAt: string): string {
  return `${hasPassed(expiresAt) ? "Expired" : "Expires"} ${formatMoment(expiresAt)}`;
}

function InvitesTo({ code: { autoInviteToAffiliation: to, atPortals } }: { code: InviteCode }) {
  if (to !== null)
    return <TwoLineCell first={to.affiliationName} second={to.customMessage ?? ""} />;
  return atPortals ? <TwoLineCell first="–" second="Also works on portals" /> : "–";
}
