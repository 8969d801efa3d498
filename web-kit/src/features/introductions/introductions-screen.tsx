import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { Title } from "../../shell/title.tsx";
import { useSearchParamFields } from "../../shell/use-search-param.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Paged } from "../../ui/paged.tsx";
import { PeopleSkeleton } from "../../ui/people-skeleton.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/tabs.tsx";
import { useMe } from "../accounts/queries.ts";
import { type IntroductionFilter, introductionsQuery } from "../cords/queries.ts";
import { IntroductionRow } from "./introduction-row.tsx";

const tabs = [
  { tab: "pending", label: t`Pending` },
  { tab: "answered", label: t`Answered` },
] as const satisfies readonly { tab: IntroductionFilter; label: string }[];

/** The introductions that concern the viewer, in two tabs. */
export function IntroductionsScreen() {
  const [{ state }, change] = useSearchParamFields({ state: "" });
  const me = useMe();
  if (me === null) return null;
  const tab: IntroductionFilter = state === "answered" ? "answered" : "pending";
  return (
    <ReadingPage title={t`Introductions`} width="narrow" back="/network">
      <Title>{t`Introductions`}</Title>
      <h1 className="display text-24 max-md:sr-only md:text-30">{t`Introductions`}</h1>
      <p className="mt-1 text-15 text-ink-2">{t`A conversation opens after both people accept. You introduce people on their profiles.`}</p>
      <Tabs value={tab} onValueChange={(next) => change({ state: next === "pending" ? "" : next })}>
        <TabList aria-label={t`Introductions`} className="-mx-2 mt-4">
          {tabs.map((one) => (
            <Tab key={one.tab} value={one.tab}>
              {one.label}
            </Tab>
          ))}
        </TabList>
        <TabPanel value={tab} tabIndex={-1}>
          <Introductions key={tab} tab={tab} viewerId={me.id} />
        </TabPanel>
      </Tabs>
    </ReadingPage>
  );
}

function Introductions({ tab, viewerId }: { tab: IntroductionFilter; viewerId: string }) {
  return (
    <Paged
      query={useInfiniteQuery(introductionsQuery(tab))}
      waiting={<PeopleSkeleton className="mt-4 flex flex-col" rowClassName="h-16" />}
      failure={t`Failed to load introductions. Please try again.`}
      empty={<NoIntroductions tab={tab} />}
    >
      {(introductions) => (
        <ul aria-label={t`Introductions`} className="divide-y divide-line-soft">
          {introductions.map((introduction) => (
            <IntroductionRow key={introduction.id} {...{ introduction, viewerId }} />
          ))}
        </ul>
      )}
    </Paged>
  );
}

function NoIntroductions({ tab }: { tab: IntroductionFilter }) {
  return tab === "pending" ? (
    <EmptyState
      className="py-10"
      picture="stair"
      title={t`No pending introductions`}
      text={t`Introduce two members who should meet: open the profile of one of them.`}
      action={<ButtonLink to="/network">{t`Go to the network`}</ButtonLink>}
    />
  ) : (
    <EmptyState
      className="py-10"
      picture="stair"
      title={t`No answered introductions`}
      text={t`Introductions appear here once they are accepted, declined or expired.`}
    />
  );
}
