import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Download, ListFilter } from "lucide-react";
import type { ReactNode } from "react";
import { useInAddress } from "@guildhall/web-kit/shell/use-in-address.ts";
import { useWide } from "@guildhall/web-kit/shell/use-wide.ts";
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
import { chosenIn, searchOf, spanLabel, spans } from "./chosen.ts";
import { Controls, type ControlsProps, isCounted } from "./controls.tsx";
import { keepReport } from "./export.ts";
import { placeWords, PortalChoice } from "./portal-choice.tsx";
import { networkUsageQuery, openedPortalsQuery } from "./queries.ts";
import { UsageView } from "./usage-view.tsx";

const scrolling = "max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto";

/** The activity on the whole network or one portal. */
export function StaffAnalyticsScreen() {
  const [chosen, change] = useInAddress(chosenIn, searchOf);
  const portals = useQuery(openedPortalsQuery);
  const query = useQuery(networkUsageQuery(chosen));
  const { affiliationId, span } = chosen;
  const of = placeWords(affiliationId, portals.data);
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
      title="Analytics"
      // On wide screens the visible controls show the selection.
      subtitle={useWide() ? undefined : `${of}, ${spanLabel(Number(span))}`}
      phoneActions={<PhoneMenu {...controls}>{choice}</PhoneMenu>}
      actions={
        <>
          <Menu>
            <MenuTrigger asChild>
              <Button aria-label={`Portal: ${of}`}>
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
      <UsageView query={query} />
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
          label="Choose period and portal"
          size="touch"
          icon={<ListFilter size={22} aria-hidden />}
        />
      </MenuTrigger>
      <MenuContent className={scrolling}>
        <MenuRadioGroup
          aria-label="Period"
          value={span}
          onValueChange={(to) => {
            const asked = spans.find(({ value }) => value === to);
            if (asked !== undefined) onSpan(asked.value);
          }}
        >
          <MenuLabel>Time</MenuLabel>
          {spans.map(({ value, label }) => (
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
          disabled={!isCounted(report)}
          onSelect={() => report !== undefined && keepReport(report, of)}
        >
          Export
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
