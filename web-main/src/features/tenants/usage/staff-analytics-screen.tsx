import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Download, ListFilter, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParam } from "@guildhall/web-kit/shell/use-search-param.ts";
import { useIsDesktop } from "@guildhall/web-kit/shell/use-is-desktop.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from "@guildhall/web-kit/ui/menu.tsx";
import { StaffPage } from "../../staff/staff-page.tsx";
import { parseSelection, toSearchParams, periodLabel, periods } from "./selection.ts";
import { Controls, type ControlsProps, hasFigures } from "./controls.tsx";
import { downloadReport } from "./export.ts";
import { scopeLabel, PortalChoice } from "./portal-choice.tsx";
import { networkUsageQuery, openedPortalsQuery } from "./queries.ts";
import { UsageView } from "./usage-view.tsx";

const scrolling = "max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto";

/** The activity on the whole network or one portal. */
export function StaffAnalyticsScreen() {
  const [chosen, change] = useSearchParam(parseSelection, toSearchParams);
  const portals = useQuery(openedPortalsQuery);
  const query = useQuery(networkUsageQuery(chosen));
  const { affiliationId, span } = chosen;
  const of = scopeLabel(affiliationId, portals.data);
  const choice = (
    <PortalChoice
      affiliationId={affiliationId}
      portals={portals}
      onChoose={(id) => change({ affiliationId: id })}
    />
  );
  const controls: ControlsProps = {
    span,
    onSpan: (to) => change({ span: to }),
    report: query.data,
    of,
  };
  return (
    <StaffPage
      title={t`Analytics`}
      // On wide screens the visible controls show the selection.
      subtitle={useIsDesktop() ? undefined : `${of}, ${periodLabel(Number(span))}`}
      phoneActions={<PhoneMenu {...controls}>{choice}</PhoneMenu>}
      actions={
        <>
          <Menu>
            <MenuTrigger asChild>
              <Button aria-label={t`Portal: ${of}`}>
                <span className="max-w-48 truncate">{of}</span>
                <ChevronDown size={14} aria-hidden />
              </Button>
            </MenuTrigger>
            <MenuContent className={scrolling}>{choice}</MenuContent>
          </Menu>
          <Controls {...controls} />
        </>
      }
    >
      <UsageView query={query} of={of} />
    </StaffPage>
  );
}

/** All controls in one menu, for phones. */
function PhoneMenu({
  span,
  onSpan,
  report,
  of,
  children,
}: ControlsProps & { children: ReactNode }) {
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton
          label={t`Choose period and portal`}
          size="touch"
          icon={<ListFilter size={22} aria-hidden />}
        />
      </MenuTrigger>
      <MenuContent className={scrolling}>
        <MenuRadioGroup
          aria-label={t`Period`}
          value={span}
          onValueChange={(to) => {
            const requested = periods.find(({ value }) => value === to);
            if (requested !== undefined) onSpan(requested.value);
          }}
        >
          <MenuLabel>{t({ message: "Time", context: "period" })}</MenuLabel>
          {periods.map(({ value, label }) => (
            <MenuRadioItem key={value} value={value}>
              {label}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
        <MenuSeparator />
        {children}
        <MenuSeparator />
        <MenuItem
          icon={<Download size={15} aria-hidden />}
          disabled={!hasFigures(report)}
          onSelect={() => report !== undefined && downloadReport(report, of)}
        >{t`Export`}</MenuItem>
        <MenuItem
          icon={<Printer size={15} aria-hidden />}
          disabled={!hasFigures(report)}
          // Once the menu is closed, or it would be on the page.
          onSelect={() => setTimeout(() => window.print())}
        >{t`Print`}</MenuItem>
      </MenuContent>
    </Menu>
  );
}
