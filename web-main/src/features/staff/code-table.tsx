import { plural, t } from "@lingui/core/macro";
import { hasPassed } from "@guildhall/web-kit/api/server-clock.ts";
import { codeState } from "@guildhall/web-kit/api/code-state.ts";
import type { InviteCode } from "@guildhall/web-kit/api/staff-types.ts";
import { useIsDesktop } from "@guildhall/web-kit/shell/use-is-desktop.ts";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { CopyCode } from "@guildhall/web-kit/features/affiliations/codes/copy-code.tsx";
import type { BulkAction } from "./bulk/bulk-action.ts";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { runBulk } from "./bulk/queries.ts";
import { SelectAllBox, SelectBox } from "./bulk/select-box.tsx";
import { type Selection, useSelection } from "./bulk/use-selection.ts";
import { type Column, StaffTable, TableHead, Td, TwoLineCell } from "./parts.tsx";

const columns: readonly Column[] = [
  t`Code`,
  t`Used`,
  { name: t`Expires`, className: "max-md:hidden" },
  { name: t`Invites to`, className: "max-md:hidden" },
  t`Status`,
];

const DEACTIVATE: BulkAction<"deactivate"> = {
  action: "deactivate",
  label: t`Deactivate`,
  title: (count) =>
    plural(count, { one: "Deactivate # invite code", other: "Deactivate # invite codes" }),
  text: t`They can no longer be used. Accounts that were created with them stay.`,
  danger: true,
  reasonRequired: true,
};

interface CodeTableProps {
  codes: readonly InviteCode[];
  onOpen: (code: InviteCode) => void;
  onDeactivate: (code: InviteCode) => void;
  onDone: () => Promise<unknown>;
}

/** Invite codes; the active ones can be selected. */
export function CodeTable({ codes, onOpen, onDeactivate, onDone }: CodeTableProps) {
  // Only an active code can be deactivated.
  const selection = useSelection(codes.filter(({ isActive }) => isActive).map(({ id }) => id));
  const names = new Map(codes.map(({ id, code }) => [id, code]));
  return (
    <>
      <BulkBar
        selection={selection}
        actions={[DEACTIVATE]}
        nameOf={(id) => names.get(id) ?? id}
        run={(action, ids, reason) => runBulk("invite-codes", action, ids, reason)}
        onDone={onDone}
      />
      <StaffTable label={t`Invite codes`}>
        <TableHead
          columns={[
            { name: t`Select`, className: "w-8", content: <SelectAllBox selection={selection} /> },
            ...columns,
          ]}
        />
        <tbody>
          {codes.map((code) => (
            <CodeRow
              key={code.id}
              {...{ code, selection }}
              onOpen={() => onOpen(code)}
              onDeactivate={() => onDeactivate(code)}
            />
          ))}
        </tbody>
      </StaffTable>
    </>
  );
}

interface CodeRowProps {
  code: InviteCode;
  selection: Selection;
  onOpen: () => void;
  onDeactivate: () => void;
}

function CodeRow(props: CodeRowProps) {
  const { code, selection } = props;
  const wide = useIsDesktop();
  const state = codeState(code);
  return (
    <tr className="hover:bg-hover">
      <Td>{code.isActive && <SelectBox selection={selection} id={code.id} name={code.code} />}</Td>
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
        {code.maxUses === null
          ? code.usageCount
          : t`${{ count: code.usageCount }} of ${{ total: code.maxUses }}`}
      </Td>
      <Td className="max-md:hidden">
        {code.expiresAt === null ? t`Never` : formatMoment(code.expiresAt)}
      </Td>
      <Td className="max-md:hidden">
        <InvitesTo code={code} />
      </Td>
      <Td>
        <span className="flex items-center justify-between gap-x-4 gap-y-1.5 max-md:flex-col max-md:items-start">
          <Badge tone={state.isUsable ? "success" : "neutral"}>{state.label}</Badge>
          {code.isActive && (
            <Button
              size="sm"
              onClick={props.onDeactivate}
              aria-label={t`Deactivate ${{ code: code.code }}`}
            >{t`Deactivate`}</Button>
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
  if (to !== null) words.push(t`Invites to ${{ name: to.affiliationName }}`);
  else if (atPortals) words.push(t`Also works on portals`);
  words.push(expiresAt === null ? t`Never expires` : expiryLabel(expiresAt));
  return words;
}

function expiryLabel(expiresAt: string): string {
  const moment = formatMoment(expiresAt);
  return hasPassed(expiresAt) ? t`Expired ${moment}` : t`Expires ${moment}`;
}

function InvitesTo({ code: { autoInviteToAffiliation: to, atPortals } }: { code: InviteCode }) {
  if (to !== null)
    return <TwoLineCell first={to.affiliationName} second={to.customMessage ?? ""} />;
  return atPortals ? <TwoLineCell first="–" second={t`Also works on portals`} /> : "–";
}
