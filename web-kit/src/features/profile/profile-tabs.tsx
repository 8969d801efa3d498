import { Suspense } from "react";
import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import type { UserProfile } from "../../api/types.ts";
import { useSearchParamFields } from "../../shell/use-search-param.ts";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/tabs.tsx";
import { CommunityIcon } from "../communities/community-icon.tsx";
import { OwnCords } from "../cords/own-cords.tsx";
import { VouchList } from "../cords/vouch-list.tsx";
import { PeopleSkeleton } from "../../ui/people-skeleton.tsx";
import { personInsights, personPosts } from "./profile-lists.ts";

type About = NonNullable<UserProfile["about"]>;

/** The lists of a profile. Cords are on the viewer's own profile only. */
export function ProfileTabs({ profile, about }: { profile: UserProfile; about: About }) {
  const self = profile.viewer.isSelf;
  const { userId } = profile;
  const tabs = [
    { value: "posts", label: t`Posts` },
    { value: "insights", label: t`Insights` },
    { value: "communities", label: t`Communities` },
    ...(self ? [{ value: "cords", label: t`Cords` }] : []),
    { value: "vouches", label: t`Vouches` },
  ];
  const [{ tab }, change] = useSearchParamFields({ tab: "" });
  const value = tabs.find((one) => one.value === tab)?.value ?? "posts";
  return (
    <Tabs
      className="mt-7"
      value={value}
      onValueChange={(next) => change({ tab: next === "posts" ? "" : next })}
    >
      <TabList aria-label={t`Profile`} className="-mx-2">
        {tabs.map((one) => (
          <Tab key={one.value} value={one.value}>
            {one.label}
          </Tab>
        ))}
      </TabList>
      <TabPanel value="posts" tabIndex={-1}>
        <Suspense fallback={<PeopleSkeleton />}>
          <personPosts.Part {...{ userId, self }} />
        </Suspense>
      </TabPanel>
      <TabPanel value="insights" tabIndex={-1}>
        <Suspense fallback={<PeopleSkeleton />}>
          <personInsights.Part {...{ userId, self }} />
        </Suspense>
      </TabPanel>
      <TabPanel value="communities" tabIndex={-1}>
        <Communities {...{ about, self }} />
      </TabPanel>
      {self && (
        <TabPanel value="cords" tabIndex={-1}>
          <OwnCords />
        </TabPanel>
      )}
      <TabPanel value="vouches" tabIndex={-1}>
        <VouchList person={profile} self={self} />
      </TabPanel>
    </Tabs>
  );
}

const ROLES: Record<string, string> = { admin: t`Admin`, trustee: t`Trustee` };

function Communities({ about, self }: { about: About; self: boolean }) {
  if (about.communities.length === 0) {
    return (
      <p className="py-6 text-14 text-ink-2">
        {self ? t`You are in no communities yet.` : t`No communities that you can see.`}
      </p>
    );
  }
  return (
    <ul aria-label={t`Communities`} className="mt-2 divide-y divide-line-soft">
      {about.communities.map((community) => (
        <li key={community.id} className="flex min-h-12 items-center gap-3 py-2">
          <CommunityIcon
            community={{
              name: community.name,
              groupType: community.groupType === "trust-circle" ? "trust-circle" : "community",
            }}
            size={28}
          />
          <Link
            to={`/communities/${community.id}`}
            className="min-w-0 flex-1 truncate text-14 font-medium hover:underline"
          >
            {community.name}
          </Link>
          <span className="text-12 text-ink-3">{ROLES[community.role]}</span>
        </li>
      ))}
    </ul>
  );
}
