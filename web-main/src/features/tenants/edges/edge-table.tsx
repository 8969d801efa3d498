import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { type Column, StaffTable, TableHead, Td, TwoLineCell } from "../../staff/parts.tsx";
import type { Edge } from "../types.ts";
import { longDate } from "../labels.ts";
import { DismissEdgeButton } from "./dismiss-edge-button.tsx";
import { edgeBadge, lagLabel } from "./labels.ts";

const columns: readonly Column[] = [
  t`Edge`,
  t({ message: "Table", context: "routes of an edge" }),
  { name: t`Hosts`, className: "!text-end" },
  t`First certificate ends`,
  t`Last report`,
  t`Status`,
];

/** Table of the edge servers, shown on wide screens. */
export function EdgeTable({ edges }: { edges: readonly Edge[] }) {
  return (
    <StaffTable label={t`Edges`}>
      <TableHead columns={columns} />
      <tbody>
        {edges.map((edge) => (
          <Row key={edge.id} edge={edge} />
        ))}
      </tbody>
    </StaffTable>
  );
}

function Row({ edge }: { edge: Edge }) {
  const { label, tone } = edgeBadge(edge);
  return (
    <tr className="hover:bg-hover">
      <Td>
        <TwoLineCell
          first={edge.name}
          second={
            <Trans>
              since <RelativeTime time={edge.startedAt} />
            </Trans>
          }
        />
      </Td>
      <Td>
        <TwoLineCell first={edge.version} second={lagLabel(edge.lagMs)} />
      </Td>
      <Td className="text-end">{edge.hosts}</Td>
      <Td>{certificateEnds(edge)}</Td>
      <Td>
        <RelativeTime time={edge.seenAt} />
      </Td>
      <Td>
        <span className="flex items-center gap-2">
          <Badge tone={tone}>{label}</Badge>
          {edge.lostSince !== null && <DismissEdgeButton edge={edge} />}
        </span>
      </Td>
    </tr>
  );
}

function EdgeSummary({ edge: { version, hosts, seenAt } }: { edge: Edge }) {
  const heard = <RelativeTime time={seenAt} />;
  return (
    <Plural
      value={hosts}
      one={
        <Trans>
          Table {version}, # host, heard {heard}
        </Trans>
      }
      other={
        <Trans>
          Table {version}, # hosts, heard {heard}
        </Trans>
      }
    />
  );
}

/** The edges on a phone. */
export function EdgeCards({ edges }: { edges: readonly Edge[] }) {
  return (
    <ul aria-label={t`Edges`} className="mt-2 divide-y divide-line-soft px-4">
      {edges.map((edge) => {
        const { label, tone } = edgeBadge(edge);
        return (
          <li key={edge.id} className="grid gap-0.5 py-3">
            <span className="flex items-center gap-2">
              <span className="min-w-0 truncate text-15 font-semibold">{edge.name}</span>
              <Badge tone={tone} className="ms-auto">
                {label}
              </Badge>
            </span>
            <span className="text-12 text-ink-2">
              <EdgeSummary edge={edge} />
            </span>
            <span className="text-12 text-ink-2">
              {t`First certificate ends: ${{ date: certificateEnds(edge) }}`}
            </span>
            {edge.lostSince !== null && (
              <span>
                <DismissEdgeButton edge={edge} />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function certificateEnds({ certificateGoodUntil }: Edge): string {
  return certificateGoodUntil === null ? t`No certificate` : longDate(certificateGoodUntil);
}
