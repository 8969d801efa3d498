import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearchParamFields } from "@guildhall/web-kit/shell/use-search-param.ts";
import { Tab, TabList, TabPanel, Tabs } from "@guildhall/web-kit/ui/tabs.tsx";
import { StaffPage } from "../staff/staff-page.tsx";
import { ActivityTab } from "./activity-tab.tsx";
import { AffiliationDesksTab } from "./affiliation-desks-tab.tsx";
import { ChatSwitchesTab } from "./chat-switches-tab.tsx";
import { presenceQuery } from "./queries.ts";
import { RosterTab } from "./roster-tab.tsx";
import { StatisticsTab } from "./statistics-tab.tsx";

const TABS = [
  { tab: "roster", label: t`Roster`, Content: RosterTab },
  { tab: "activity", label: t`Activity log`, Content: ActivityTab },
  { tab: "statistics", label: t`Statistics`, Content: StatisticsTab },
  { tab: "chat", label: t`Support chat`, Content: ChatSwitchesTab },
  { tab: "affiliations", label: t`Affiliations`, Content: AffiliationDesksTab },
] as const;

/** The support team: presence and workload, activity, statistics, and the chat switches. */
export function TeamScreen() {
  const [{ tab }, change] = useSearchParamFields({ tab: "" });
  // Staff who read the statistics are available too.
  useQuery(presenceQuery(null));
  const current = TABS.find((one) => one.tab === tab) ?? TABS[0];
  return (
    <StaffPage title={t`Support team`}>
      <Tabs
        value={current.tab}
        onValueChange={(next) => change({ tab: next === "roster" ? "" : next })}
      >
        <TabList aria-label={t`Support team`} className="mt-2 px-2 md:px-4">
          {TABS.map((one) => (
            <Tab key={one.tab} value={one.tab}>
              {one.label}
            </Tab>
          ))}
        </TabList>
        <TabPanel value={current.tab} tabIndex={-1}>
          <current.Content />
        </TabPanel>
      </Tabs>
    </StaffPage>
  );
}
