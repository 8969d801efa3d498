import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { useState } from "react";
import { useIsDesktop } from "@guildhall/web-kit/shell/use-is-desktop.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { LoadError, TableSkeleton } from "../../staff/parts.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";
import { edgesQuery } from "../queries.ts";
import type { Edge, Edges } from "../types.ts";
import { ConfirmLoss } from "./confirm-loss.tsx";
import { EdgeCards, EdgeTable } from "./edge-table.tsx";
import { ordersLabel, splitByReachability } from "./labels.ts";
import { Refusals } from "./refusals.tsx";

/**
 * The edge processes: the version of the routes that each serves, and the entries that it rejected.
 */
export function EdgesScreen() {
  const { data, error, refetch } = useQuery(edgesQuery);
  const [confirming, setConfirming] = useState(false);
  return (
    <StaffPage
      title={t`Edges`}
      back="/staff/tenants"
      {...(data !== undefined && { subtitle: subtitleOf(data) })}
      {...(data !== undefined && {
        actions: (
          <Button
            icon={<ShieldAlert size={15} aria-hidden />}
            onClick={() => setConfirming(true)}
          >{t`Allow removing many hosts`}</Button>
        ),
      })}
    >
      {data !== undefined ? (
        <>
          <Fleet edges={data.items} />
          {data.ordersLeft.length > 0 && (
            <p className="px-4 py-4 text-12 text-ink-2 md:px-6">
              {t`Certificates: ${{ orders: ordersLabel(data.ordersLeft) }}`}
            </p>
          )}
        </>
      ) : error === null ? (
        <TableSkeleton />
      ) : (
        <LoadError error={error} onRetry={() => void refetch()} />
      )}
      {confirming && <ConfirmLoss onClose={() => setConfirming(false)} />}
    </StaffPage>
  );
}

function subtitleOf({ items, version }: Edges): string {
  const { reachable, missing } = splitByReachability(items);
  const lost = missing.length;
  const edges = reachable.length;
  if (lost === 0) {
    return plural(edges, {
      one: `# edge, latest routes ${version}`,
      other: `# edges, latest routes ${version}`,
    });
  }
  return plural(edges, {
    one: `# edge, ${lost} lost, latest routes ${version}`,
    other: `# edges, ${lost} lost, latest routes ${version}`,
  });
}

function Fleet({ edges }: { edges: readonly Edge[] }) {
  const wide = useIsDesktop();
  const { reachable } = splitByReachability(edges);
  if (edges.length === 0) {
    return (
      <EmptyState
        className="py-12"
        picture="square"
        title={t`No edge servers are reporting`}
        text={t`Edge servers report every ten seconds. None has reported for half a minute.`}
      />
    );
  }
  return (
    <>
      <TableRefused edges={reachable} />
      {wide ? <EdgeTable edges={edges} /> : <EdgeCards edges={edges} />}
      <Refusals edges={reachable} />
    </>
  );
}

function TableRefused({ edges }: { edges: readonly Edge[] }) {
  const refusing = edges.filter(({ tableRefused }) => tableRefused !== null);
  if (refusing.length === 0) return null;
  return (
    <Note tone="danger" className="mx-4 mt-4 md:mx-6">
      <ul className="grid gap-1">
        {refusing.map(({ id, name, tableRefused }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            {t`${name} rejected the latest routes and keeps serving its own: ${{ reason: tableRefused ?? "" }}`}
          </li>
        ))}
      </ul>
    </Note>
  );
}
