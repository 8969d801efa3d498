import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { withQuery } from "@guildhall/web-kit/api/client.ts";
import { useSearchParamFields } from "@guildhall/web-kit/shell/use-search-param.ts";
import { buttonClass } from "@guildhall/web-kit/ui/button.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { AuditTable } from "./audit-table.tsx";
import { FilterInput, Pages } from "./parts.tsx";
import { auditQuery, withoutEmpty } from "./queries.ts";
import { StaffPage } from "./staff-page.tsx";

const day = (text: string) => (text === "" ? "" : `${text}T00:00:00Z`);

/** The audit log with filters kept in the address, and its CSV export. */
export function AuditScreen() {
  const [chosen, change] = useSearchParamFields({ action: "", subjectId: "", from: "", to: "" });
  const filter = withoutEmpty({ ...chosen, from: day(chosen.from), to: day(chosen.to) });
  const log = useInfiniteQuery(auditQuery(filter));
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
            ["subjectId", "Subject ID", "text"],
            ["from", "From", "date"],
            ["to", "Before", "date"],
          ] as const
        ).map(([name, label, type]) => (
          <FilterInput
            key={name}
            type={type}
            label={label}
            className="md:max-w-52"
            defaultValue={chosen[name]}
            onChange={(event) => change({ [name]: event.target.value.trim() })}
          />
        ))}
      </div>
      <Pages
        query={log}
        empty={<EmptyState className="py-12" picture="square" title="No activity yet" />}
      >
        {(entries) => <AuditTable entries={entries} subject />}
      </Pages>
    </StaffPage>
  );
}
