import { Fragment } from "react";
import { Link } from "react-router";
import type { AuditEntry } from "@guildhall/web-kit/api/staff-types.ts";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { type Column, StaffTable, TableHead, Td, TwoLineCell } from "./parts.tsx";

const columns: readonly Column[] = [
  "What",
  "To",
  { name: "Reason", className: "max-md:hidden" },
  { name: "Change", className: "max-md:hidden" },
  "When",
];

/** Audit entries: action, actor, subject and reason. */
export function AuditTable({
  entries,
  subject,
}: {
  entries: readonly AuditEntry[];
  subject: boolean;
}) {
  return (
    <StaffTable label="Audit log">
      <TableHead columns={columns.filter((column) => subject || column !== "To")} />
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id} className="hover:bg-hover">
            <Td>
              <TwoLineCell
                first={<Action name={entry.action} />}
                second={
                  entry.actorName ?? (entry.actorId === null ? "Command line" : "Unknown User")
                }
              />
            </Td>
            {subject && (
              <Td>
                <TwoLineCell first={<Subject entry={entry} />} second={entry.subjectKind} />
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

/** An action's name, which may break after a separator. */
function Action({ name }: { name: string }) {
  return (
    <code>
      {name.split(/(?<=[._-])/).map((part, place) => (
        <Fragment key={`${place} ${part}`}>
          {place > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </code>
  );
}

function Subject({ entry }: { entry: AuditEntry }) {
  if (entry.subjectKind !== "account") return <>{entry.subjectId}</>;
  return (
    <Link to={`/staff/users/${entry.subjectId}`} className="hover:underline">
      {entry.subjectName ?? entry.subjectId}
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
          {change}
        </li>
      ))}
    </ul>
  );
}
