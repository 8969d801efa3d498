import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { SecurityAlert } from "@guildhall/web-kit/api/staff-types.ts";
import { useSearchParamFields } from "@guildhall/web-kit/shell/use-search-param.ts";
import { Badge, type BadgeTone } from "@guildhall/web-kit/ui/badge.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { FilterInput, Pages, StaffTable, TableHead, Td, TwoLineCell } from "./parts.tsx";
import { Segments } from "@guildhall/web-kit/ui/segments.tsx";
import { alertsQuery, withoutEmpty } from "./queries.ts";
import { StaffPage } from "./staff-page.tsx";

const tones: Record<string, BadgeTone> = {
  low: "neutral",
  medium: "warning",
  high: "danger",
  critical: "danger",
};

const severities: Record<string, string> = {
  low: t({ message: "low", context: "severity of an alert" }),
  medium: t({ message: "medium", context: "severity of an alert" }),
  high: t({ message: "high", context: "severity of an alert" }),
  critical: t({ message: "critical", context: "severity of an alert" }),
};

const origins = [
  { value: "all", label: t`All` },
  { value: "server", label: t`Servers` },
  { value: "browser", label: t`Browsers` },
] as const;

const EMPTY_TEXT = { raisedBy: "", alertType: "", severity: "", userId: "" };

/** Security alerts from browsers and servers; the filters are kept in the address. */
export function AlertsScreen() {
  const [chosen, change] = useSearchParamFields(EMPTY_TEXT);
  const raisedBy = origins.find(({ value }) => value === chosen.raisedBy)?.value ?? "all";
  const list = useInfiniteQuery(
    alertsQuery(withoutEmpty({ ...chosen, raisedBy: raisedBy === "all" ? "" : raisedBy })),
  );
  return (
    <StaffPage title={t`Security alerts`}>
      <div className="flex flex-wrap gap-2 px-4 pt-4 md:px-6">
        <Segments
          label={t`Raised by`}
          value={raisedBy}
          onChange={(value) => change({ raisedBy: value === "all" ? "" : value })}
          segments={origins}
        />
        <FilterInput
          label={t`Kind of alert`}
          className="max-md:w-32 max-md:flex-1 md:max-w-52"
          defaultValue={chosen.alertType}
          onChange={(event) => change({ alertType: event.target.value.trim() })}
        />
        <FilterInput
          label={t`Severity`}
          className="max-md:w-32 max-md:flex-1 md:max-w-36"
          defaultValue={chosen.severity}
          onChange={(event) => change({ severity: event.target.value.trim() })}
        />
      </div>
      <Pages
        query={list}
        empty={<EmptyState className="py-12" picture="oculus" title={t`No alerts`} />}
      >
        {(alerts) => (
          <StaffTable label={t`Security alerts`}>
            <TableHead
              columns={[
                t`Alert`,
                t`Severity`,
                { name: t`Account`, className: "max-md:hidden" },
                {
                  name: t({ message: "From", context: "network of an alert" }),
                  className: "max-md:hidden",
                },
                { name: t`Details`, className: "max-md:hidden" },
                t`When`,
              ]}
            />
            <tbody>
              {alerts.map((alert) => (
                <AlertRow key={alert.id} alert={alert} />
              ))}
            </tbody>
          </StaffTable>
        )}
      </Pages>
    </StaffPage>
  );
}

function AlertRow({ alert }: { alert: SecurityAlert }) {
  return (
    <tr className="hover:bg-hover">
      <Td>
        <TwoLineCell
          first={alert.alertType}
          second={alert.raisedBy === "server" ? t`Server` : t`Browser`}
        />
      </Td>
      <Td>
        <Badge tone={tones[alert.severity] ?? "info"} className="capitalize">
          {severities[alert.severity] ?? alert.severity}
        </Badge>
      </Td>
      <Td className="max-md:hidden">
        {alert.userId === null ? (
          t`Not signed in`
        ) : (
          <Link to={`/staff/users/${alert.userId}`} className="link [overflow-wrap:anywhere]">
            {alert.userEmail ?? alert.userId}
          </Link>
        )}
      </Td>
      <Td className="max-md:hidden">{alert.ipPrefix ?? "–"}</Td>
      <Td className="max-w-80 max-md:hidden">
        <Claims claims={alert.claims} />
      </Td>
      <Td className="whitespace-nowrap max-md:whitespace-normal">
        <time dateTime={alert.receivedAt}>{formatMoment(alert.receivedAt)}</time>
      </Td>
    </tr>
  );
}

/** The claims of an alert as name and value pairs; none of them is verified. */
function Claims({ claims }: { claims: SecurityAlert["claims"] }) {
  return (
    <dl className="line-clamp-3 text-12 wrap-anywhere">
      {claimRows(claims).map(([name, value]) => (
        <div key={name} className="inline">
          <dt className="inline text-ink-3">{name}</dt>{" "}
          <dd className="me-2 inline">{value}</dd>{" "}
        </div>
      ))}
    </dl>
  );
}

/** Flattens a claim's nested values to name and value pairs. */
export function claimRows(claims: object): [string, string][] {
  return Object.entries(claims).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? claimRows(value) : [[name, String(value)]],
  );
}
