import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ListChecks, Settings2 } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { Link } from "react-router";
import type { ActivityCounts, ActivityPage, Me } from "../../api/types.ts";
import { useBoot } from "../../shell/app.ts";
import { usePrompt } from "../../shell/prompts/use-prompt.ts";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { Title } from "../../shell/title.tsx";
import { useIsDesktop } from "../../shell/use-is-desktop.ts";
import { useSearchParamFields } from "../../shell/use-search-param.ts";
import { Button } from "../../ui/button.tsx";
import { Count } from "../../ui/count.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/tabs.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { useMe } from "../accounts/queries.ts";
import { PushPrompt, usePushOffer } from "../notifications/push-prompt.tsx";
import { ActivityList } from "./activity-list.tsx";
import { TAB_LABELS } from "./labels.ts";
import { activityQuery, parseTab, tabs } from "./queries.ts";
import { RestoreBar } from "./restore-bar.tsx";
import { useClearActivity } from "./use-activity.ts";

const EMPTY_TEXTS: ActivityCounts = { all: 0, communities: 0, admin: 0, system: 0 };

/** The activity centre: the member's notifications in tabs, the most important first. */
export function ActivityScreen() {
  const [{ category }, change] = useSearchParamFields({ category: "" });
  const tab = parseTab(category);
  const unread = useInfiniteQuery(activityQuery(tab, "unread"));
  const read = useInfiniteQuery(activityQuery(tab, "read"));
  const first = unread.data?.pages[0];
  const counts = useLatestValue(first?.counts) ?? EMPTY_TEXTS;
  const heading = useRef<HTMLHeadingElement>(null);
  const [cleared, setCleared] = useState<string | null>(null);
  const clear = useClearActivity(({ lastClearedTimestamp }) => setCleared(lastClearedTimestamp));
  const gone = useCallback(() => {
    // Moves the focus to the heading if it was on the bar that is about to disappear.
    const at = document.activeElement;
    if (at === document.body || at?.closest("[data-slot=restore-bar]")) heading.current?.focus();
    setCleared(null);
  }, []);
  const me = useMe();
  const wide = useIsDesktop();
  const isThereAny = counts.all > 0 || hasItems(unread.data) || hasItems(read.data);
  const clearAll = isThereAny && (
    <Button
      variant="quiet"
      busy={clear.isPending}
      icon={wide ? <ListChecks size={15} aria-hidden /> : undefined}
      onClick={() => clear.mutate()}
    >{t`Clear All`}</Button>
  );
  return (
    <ReadingPage
      title={t`Activity`}
      width="narrow"
      back="/home"
      actions={wide ? undefined : clearAll}
    >
      <Title>{t`Activity`}</Title>
      <div className="flex min-h-8 items-center max-md:min-h-0">
        <h1
          ref={heading}
          tabIndex={-1}
          className="display text-24 outline-none max-md:sr-only"
        >{t`Activity`}</h1>
        {wide && (
          <span className="ms-auto flex gap-1">
            {clearAll}
            <NoticeSettings />
          </span>
        )}
      </div>
      <Tabs value={tab} onValueChange={(next) => change({ category: next === "all" ? "" : next })}>
        <TabList
          aria-label={t`Activity`}
          className="-mx-2 mt-4 max-md:sticky max-md:top-0 max-md:z-20 max-md:-mx-5 max-md:-mt-5 max-md:bg-surface max-md:px-2"
        >
          {tabs.map((one) => (
            <Tab key={one} value={one}>
              {TAB_LABELS[one]}
              <Count
                always
                label={t({ message: "unread", context: "after a number" })}
                tone={one === tab && counts[one] > 0 ? "tint" : "quiet"}
                value={counts[one]}
              />
            </Tab>
          ))}
        </TabList>
        {me?.viewedAs === null && (
          <PushOffer me={me} hasUnread={counts.all > 0} onGone={() => heading.current?.focus()} />
        )}
        <TabPanel value={tab} tabIndex={-1}>
          <ActivityList {...{ unread, read }} />
        </TabPanel>
      </Tabs>
      {cleared !== null && <RestoreBar key={cleared} onGone={gone} />}
    </ReadingPage>
  );
}

function hasItems(list: { pages: readonly ActivityPage[] } | undefined): boolean {
  return list?.pages.some(({ items }) => items.length > 0) === true;
}

interface PushOfferProps {
  me: Me;
  hasUnread: boolean;
  /** Moves the focus when the offer disappears. */
  onGone: () => void;
}

/** Offers push notifications, unless another prompt is on the screen. */
function PushOffer({ me, hasUnread, onGone }: PushOfferProps) {
  const { brand } = useBoot();
  const { isOffered, withdraw } = usePushOffer(me.id, hasUnread);
  const isShown = usePrompt("push", isOffered);
  const leave = () => {
    withdraw();
    onGone();
  };
  return isShown && <PushPrompt userId={me.id} siteName={brand.name} onGone={leave} />;
}

function NoticeSettings() {
  return (
    <Tooltip text={t`Notification settings`}>
      <Link
        to="/settings/notifications"
        aria-label={t`Notification settings`}
        className="inline-grid size-8 place-items-center rounded-sm text-ink-2 hover:bg-hover hover:text-ink"
      >
        <Settings2 size={17} aria-hidden />
      </Link>
    </Tooltip>
  );
}

/**
 * The latest value, kept while the next loads: every tab's response contains the counts of all
 * tabs.
 */
function useLatestValue<T>(value: T | undefined): T | undefined {
  const [latest, setLatest] = useState(value);
  if (value !== undefined && value !== latest) setLatest(value);
  return value ?? latest;
}
