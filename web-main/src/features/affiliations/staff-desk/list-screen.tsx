import { t } from "@lingui/core/macro";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { LayoutTemplate, Plus } from "lucide-react";
import { Link } from "react-router";
import type { StaffAffiliationRow } from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { useSearchParamFields } from "@guildhall/web-kit/shell/use-search-param.ts";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { ButtonLink } from "@guildhall/web-kit/ui/button.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { Hallmark, VerifiedTick } from "@guildhall/web-kit/ui/mark.tsx";
import { Segments } from "@guildhall/web-kit/ui/segments.tsx";
import { formatDate } from "@guildhall/web-kit/ui/time.ts";
import { SearchField } from "../../../ui/search-field.tsx";
import { Pages, StaffTable, TableHead, Td, TwoLineCell } from "../../staff/parts.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";
import { memberCountText, STATE_FILTERS, STATES } from "./labels.ts";
import { staffAffiliationsQuery } from "./queries.ts";

/** All affiliations for staff; the search and the state are kept in the address. */
export function StaffAffiliationsScreen() {
  const [chosen, change] = useSearchParamFields({ q: "", state: "" });
  const filter = STATE_FILTERS.find(({ value }) => value === chosen.state) ?? STATE_FILTERS[0];
  const state = filter?.value ?? "";
  const list = useInfiniteQuery({
    ...staffAffiliationsQuery({ q: chosen.q, state: state === "" ? null : state }),
    placeholderData: keepPreviousData,
  });
  return (
    <StaffPage
      title={t`Affiliations`}
      actions={
        <>
          <ButtonLink
            to="/staff/affiliations/template"
            icon={<LayoutTemplate size={15} aria-hidden />}
          >{t`Default communities`}</ButtonLink>
          <ButtonLink
            to="/staff/affiliations/new"
            variant="primary"
            icon={<Plus size={15} aria-hidden />}
          >{t`New affiliation`}</ButtonLink>
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-4 md:px-6">
        <SearchField
          label={t`Find an affiliation`}
          placeholder={t`Name or URL path`}
          value={chosen.q}
          onSearch={(q) => change({ q })}
        />
        <Segments
          label={t`State`}
          segments={STATE_FILTERS}
          value={state}
          onChange={(next) => change({ state: next })}
        />
      </div>
      <Pages
        query={list}
        empty={<EmptyState className="py-12" picture={null} title={t`No affiliations found`} />}
      >
        {(rows) => (
          <StaffTable label={t`Affiliations`}>
            <TableHead
              columns={[
                t`Name`,
                { name: t`Portal`, className: "max-md:hidden" },
                { name: t`Created`, className: "max-md:hidden" },
                t`State`,
              ]}
            />
            <tbody>
              {rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </tbody>
          </StaffTable>
        )}
      </Pages>
    </StaffPage>
  );
}

function Row({ row }: { row: StaffAffiliationRow }) {
  const { id, name, urlPath, logo, memberCount, state, isVerified, portal, createdAt } = row;
  return (
    <tr className="hover:bg-hover">
      <Td>
        <span className="flex items-center gap-3">
          <Hallmark {...{ name, logo }} size={36} tinted />
          <span className="min-w-0">
            <TwoLineCell
              first={
                <>
                  <Link to={`/staff/affiliations/${id}`} className="hover:underline" dir="auto">
                    {name}
                  </Link>{" "}
                  {isVerified && <VerifiedTick size={13} />}
                </>
              }
              second={[memberCountText(memberCount), urlPath && `/${urlPath}`]
                .filter(Boolean)
                .join(" · ")}
            />
          </span>
        </span>
      </Td>
      <Td className="max-md:hidden">
        {portal === null ? (
          <span className="text-ink-3">{t`None`}</span>
        ) : (
          <Link to={`/staff/tenants/${portal.tenantId}`} className="link font-mono">
            {portal.subdomain}
          </Link>
        )}
      </Td>
      <Td className="whitespace-nowrap max-md:hidden">{formatDate(createdAt)}</Td>
      <Td>
        <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
      </Td>
    </tr>
  );
}
