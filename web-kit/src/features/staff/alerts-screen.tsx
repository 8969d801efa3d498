import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { inPlace } from "../../shell/in-place.ts";
import type { SecurityAlert } from "../../api/staff-types.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatMoment } from "../../ui/time.ts";
import { FilterInput, Pages, Segments, StaffTable, Td, Th, Two } from "./parts.tsx";
import { alertsQuery } from "./queries.ts";
import { StaffPage } from "./staff-page.tsx";

const tones: Record<string, BadgeTone> = {
  low: "neutral",
  medium: "warning",
  high: "danger",
  critical: "danger",
};

const origins = [
  { value: "all", label: "All" },
  { value: "server", label: "Servers" },
  { value: "browser", label: "Browsers" },
] as const;

/** What browsers reported and servers noticed, with filters that stand in the address. */
export function AlertsScreen() {
  const [search, setSearch] = useSearchParams();
  const raisedBy = origins.find(({ value }) => value === search.get("raisedBy"))?.value ?? "all";
  const given = (name: string) => search.get(name) ?? undefined;
  const list = useInfiniteQuery(
    alertsQuery({
      raisedBy: raisedBy === "all" ? undefined : raisedBy,
      alertType: given("alertType"),
      severity: given("severity"),
      userId: given("userId"),
    }),
  );
  const set = (name: string, value: string) =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      if (value.trim() === "" || value === "all") after.delete(name);
      else after.set(name, value.trim());
      return after;
    }, inPlace);
  return (
    <StaffPage title="Security alerts">
      <div className="flex flex-wrap gap-2 px-4 pt-4 md:px-6">
        <Segments
          label="Raised by"
          value={raisedBy}
          onChange={(value) => set("raisedBy", value)}
          segments={origins}
        />
        <FilterInput
          label="Kind of alert"
          className="max-md:w-32 max-md:flex-1 md:max-w-52"
          defaultValue={search.get("alertType") ?? ""}
          onChange={(event) => set("alertType", event.target.value)}
        />
        <FilterInput
          label="Severity"
          className="max-md:w-32 max-md:flex-1 md:max-w-36"
          defaultValue={search.get("severity") ?? ""}
          onChange={(event) => set("severity", event.target.value)}
        />
      </div>
      <Pages
        query={list}
        empty={<EmptyState className="py-12" picture="oculus" title="No alerts" />}
      >
        {(alerts) => (
          <StaffTable label="Security alerts">
            <thead>
              <tr>
                <Th>Alert</Th>
                <Th>Severity</Th>
                <Th className="max-md:hidden">Account</Th>
                <Th className="max-md:hidden">From</Th>
                <Th className="max-md:hidden">Details</Th>
                <Th>When</Th>
              </tr>
            </thead>
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
        <Two first={alert.alertType} second={alert.raisedBy === "server" ? "Server" : "Browser"} />
      </Td>
      <Td>
        <Badge tone={tones[alert.severity] ?? "info"} className="capitalize">
          {alert.severity}
        </Badge>
      </Td>
      <Td className="max-md:hidden">
        {alert.userId === null ? (
          "Nobody signed in"
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

/** What was said about it, word by word; nothing of it is proven. */
function Claims({ claims }: { claims: SecurityAlert["claims"] }) {
  return (
    <dl className="line-clamp-3 text-12 wrap-anywhere">
      {said(claims).map(([name, value]) => (
        <div key={name} className="inline">
          <dt className="inline text-ink-3">{name}</dt>{" "}
          <dd className="me-2 inline">{value}</dd>{" "}
        </div>
      ))}
    </dl>
  );
}

/** The words of a claim and of what is inside it. */
export function said(claims: object): [string, string][] {
  return Object.entries(claims).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? said(value) : [[name, String(value)]],
  );
}
