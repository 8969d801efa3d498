import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useSearchParams } from "react-router";
import { inPlace } from "../../shell/in-place.ts";
import { withQuery } from "../../api/client.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { AuditTable } from "./audit-table.tsx";
import { FilterInput, Pages } from "./parts.tsx";
import { auditQuery, type Filter } from "./queries.ts";
import { StaffPage } from "./staff-page.tsx";

const day = (text: string | null) =>
  text === null || text === "" ? undefined : `${text}T00:00:00Z`;

function filterOf(search: URLSearchParams): Filter {
  const given = (name: string) => search.get(name) ?? undefined;
  return {
    action: given("action"),
    subjectId: given("subjectId"),
    from: day(search.get("from")),
    to: day(search.get("to")),
  };
}

/** Everything staff did, with filters that stand in the address, and the same as a CSV file. */
export function AuditScreen() {
  const [search, setSearch] = useSearchParams();
  const filter = filterOf(search);
  const log = useInfiniteQuery(auditQuery(filter));
  const set = (name: string, value: string) =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      if (value.trim() === "") after.delete(name);
      else after.set(name, value.trim());
      return after;
    }, inPlace);
  return (
    <StaffPage
      title="Audit log"
      actions={
        <a
          href={withQuery("/api/staff/audit.csv", filter)}
          download="audit-log.csv"
          className={buttonClass({})}
        >
          <Download size={15} aria-hidden />
          Export CSV
        </a>
      }
    >
      <div className="grid grid-cols-2 gap-2 px-4 pt-4 md:flex md:px-6">
        {(
          [
            ["action", "Action, such as account", "text"],
            ["subjectId", "Subject id", "text"],
            ["from", "From", "date"],
            ["to", "Before", "date"],
          ] as const
        ).map(([name, label, type]) => (
          <FilterInput
            key={name}
            type={type}
            label={label}
            className="md:max-w-52"
            defaultValue={search.get(name) ?? ""}
            onChange={(event) => set(name, event.target.value)}
          />
        ))}
      </div>
      <Pages
        query={log}
        empty={<EmptyState className="py-12" picture="square" title="Nothing was done yet" />}
      >
        {(entries) => <AuditTable entries={entries} subject />}
      </Pages>
    </StaffPage>
  );
}
