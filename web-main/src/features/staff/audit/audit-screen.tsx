import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { withQuery } from "@guildhall/web-kit/api/client.ts";
import { useSearchParamFields } from "@guildhall/web-kit/shell/use-search-param.ts";
import { buttonClass } from "@guildhall/web-kit/ui/button.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { FilterInput, Pages } from "../parts.tsx";
import { auditQuery, withoutEmpty } from "../queries.ts";
import { StaffPage } from "../staff-page.tsx";
import { AuditTable } from "./audit-table.tsx";
import { ActionPicker, PersonPicker, TenantPicker } from "./pickers.tsx";

const day = (text: string) => (text === "" ? "" : `${text}T00:00:00Z`);

const EMPTY_FILTER = { personId: "", tenantId: "", action: "", subjectId: "", from: "", to: "" };

/** The audit log with filters kept in the address, and its CSV export. */
export function AuditScreen() {
  const [chosen, change] = useSearchParamFields(EMPTY_FILTER);
  const filter = withoutEmpty({ ...chosen, from: day(chosen.from), to: day(chosen.to) });
  const log = useInfiniteQuery(auditQuery(filter));
  return (
    <StaffPage
      title={t`Audit log`}
      actions={
        <a
          href={withQuery("/api/staff/audit.csv", filter)}
          download="audit-log.csv"
          className={buttonClass({})}
        >
          <Download size={15} aria-hidden />
          {t`Export CSV`}
        </a>
      }
    >
      <search
        aria-label={t`Filter the audit log`}
        className="grid grid-cols-2 gap-2 px-4 pt-4 md:flex md:flex-wrap md:px-6"
      >
        <PersonPicker
          value={chosen.personId}
          onChoose={(personId) => change({ personId, subjectId: "" })}
        />
        <TenantPicker value={chosen.tenantId} onChoose={(tenantId) => change({ tenantId })} />
        <ActionPicker value={chosen.action} onChoose={(action) => change({ action })} />
        {(
          [
            ["from", t`From`],
            ["to", t`Before`],
          ] as const
        ).map(([name, label]) => (
          // A date field shows no placeholder, so its label is visible.
          <label
            key={name}
            className="flex min-w-0 flex-col gap-1 text-12 text-ink-2 md:flex-row md:items-center md:gap-1.5"
          >
            {label}
            <FilterInput
              type="date"
              label={label}
              className="md:max-w-40"
              defaultValue={chosen[name]}
              onChange={(event) => change({ [name]: event.target.value })}
            />
          </label>
        ))}
      </search>
      <Pages
        query={log}
        empty={<EmptyState className="py-12" picture="square" title={t`No activity yet`} />}
      >
        {(entries) => <AuditTable entries={entries} subject />}
      </Pages>
    </StaffPage>
  );
}
