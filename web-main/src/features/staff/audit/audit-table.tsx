import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import type { AuditEntry } from "@guildhall/web-kit/api/staff-types.ts";
import { auditActionLabel } from "@guildhall/web-kit/content/audit-labels.ts";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { type Column, StaffTable, TableHead, Td, TwoLineCell } from "../parts.tsx";
import { subjectKindLabel } from "./subject-kinds.ts";

const SUBJECT_COLUMN = t({ message: "To", context: "subject of an action" });

const columns: readonly Column[] = [
  t`What`,
  SUBJECT_COLUMN,
  { name: t`Reason`, className: "max-md:hidden" },
  {
    name: t({ message: "Change", context: "values before and after" }),
    className: "max-md:hidden",
  },
  t`When`,
];

interface AuditTableProps {
  entries: readonly AuditEntry[];
  /** False on the page of the subject itself. */
  subject: boolean;
}

/** Audit entries: action, actor, subject and reason, with links to their pages. */
export function AuditTable({ entries, subject }: AuditTableProps) {
  return (
    <StaffTable label={t`Audit log`}>
      <TableHead columns={columns.filter((column) => subject || column !== SUBJECT_COLUMN)} />
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id} className="hover:bg-hover">
            <Td>
              <TwoLineCell
                first={<span title={entry.action}>{auditActionLabel(entry.action)}</span>}
                second={<Actor entry={entry} />}
              />
            </Td>
            {subject && (
              <Td>
                <TwoLineCell
                  first={<Subject entry={entry} />}
                  second={subjectKindLabel(entry.subjectKind)}
                />
              </Td>
            )}
            <Td className="max-w-64 max-md:hidden [overflow-wrap:anywhere]">
              {entry.reason ?? "–"}
            </Td>
            <Td className="max-w-72 max-md:hidden">
              <Change entry={entry} />
            </Td>
            <Td className="whitespace-nowrap max-md:whitespace-normal">
              <time dateTime={entry.createdAt}>{formatMoment(entry.createdAt)}</time>
            </Td>
          </tr>
        ))}
      </tbody>
    </StaffTable>
  );
}

function Actor({ entry }: { entry: AuditEntry }) {
  const name = entry.actorName ?? (entry.actorId === null ? t`Command line` : t`Unknown User`);
  return <NameLink name={name} path={entry.actorPath} />;
}

function Subject({ entry }: { entry: AuditEntry }) {
  return <NameLink name={entry.subjectName ?? entry.subjectId} path={entry.subjectPath} />;
}

/** A name, as a link if it has a page. */
function NameLink({ name, path }: { name: string; path: string | null }) {
  if (path === null) return <bdi>{name}</bdi>;
  return (
    <Link to={path} className="hover:underline">
      <bdi>{name}</bdi>
    </Link>
  );
}

type Facts = Record<string, unknown>;

function toFacts(value: unknown): Facts {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Only the fields that differ between before and after. */
export function changedValues(before: unknown, after: unknown): string[] {
  const was = toFacts(before);
  const is = toFacts(after);
  return Object.keys({ ...was, ...is })
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => `${name}: ${formatValue(was[name])} → ${formatValue(is[name])}`);
}

function Change({ entry }: { entry: AuditEntry }) {
  const changes = changedValues(entry.before, entry.after);
  if (changes.length === 0) return <>–</>;
  return (
    <ul className="text-12 text-ink-2">
      {changes.map((change) => (
        <li key={change} className="[overflow-wrap:anywhere]">
          <bdi dir="ltr">{change}</bdi>
        </li>
      ))}
    </ul>
  );
}
