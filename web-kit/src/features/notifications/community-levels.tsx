import { t } from "@lingui/core/macro";
import { formatNumber } from "../../language/format.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { NoticePreference } from "../../api/types.ts";
import { errorMessage } from "../../api/problem.ts";
import { changeViewer } from "../../live/change-community.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast-store.ts";
import { CompactSelect } from "./compact-select.tsx";
import type { CommunityLevel, NotificationSettings } from "./contract.ts";
import { NOTICE_CHOICES } from "./labels.ts";
import { notificationSettingsQuery, setNoticePreference } from "./queries.ts";

/** Number of communities shown at once; more have a search field. */
const SHORT_LIST = 8;

/** The preference for each community. */
export function CommunityLevels({ communities }: { communities: readonly CommunityLevel[] }) {
  if (communities.length > 0) return <CommunityList communities={communities} />;
  return <p className="text-14 text-ink-2">{t`You are not a member of any community yet.`}</p>;
}

function CommunityList({ communities }: { communities: readonly CommunityLevel[] }) {
  const [search, setSearch] = useState("");
  const [all, setAll] = useState(false);
  const isLong = communities.length > SHORT_LIST;
  const found = communities.filter(({ name }) => plain(name).includes(plain(search.trim())));
  const shown = all ? found : found.slice(0, SHORT_LIST);
  return (
    <>
      {isLong && (
        <TextField
          className="mb-3 max-w-[384px]"
          label={t`Search your communities`}
          type="search"
          autoComplete="off"
          leading={<Search size={16} aria-hidden className="text-ink-3" />}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <p role="status" className="text-14 text-ink-2">
        {found.length === 0 && t`No communities match.`}
      </p>
      <ul aria-label={t`Communities`} className="divide-y divide-line-soft">
        {shown.map((community) => (
          <CommunityRow key={community.communityId} community={community} />
        ))}
      </ul>
      {shown.length < found.length && (
        <Button className="mt-3" onClick={() => setAll(true)}>
          {t`Show all ${{ count: formatNumber(found.length) }}`}
        </Button>
      )}
    </>
  );
}

/** Without case and accents, so that "malaga" finds "Málaga". */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

function CommunityRow({ community }: { community: CommunityLevel }) {
  const { communityId, name, level } = community;
  const choose = useLevel(community);
  return (
    <li className="flex items-center gap-3 py-2 max-md:flex-col max-md:items-stretch max-md:gap-1.5 max-md:py-3">
      <Link
        to={`/communities/${communityId}`}
        className="min-w-0 flex-1 truncate text-14 hover:underline"
      >
        {name}
      </Link>
      <CompactSelect
        aria-label={t`Notifications of ${name}`}
        className="w-72 max-md:w-full"
        options={NOTICE_CHOICES}
        value={level}
        onChoose={choose}
      />
    </li>
  );
}

/** Saves the preference for one community, shows it at once, and undoes it on a refusal. */
function useLevel({ communityId, level }: CommunityLevel) {
  const cache = useQueryClient();
  const show = (shown: NoticePreference) => {
    changeViewer(cache, communityId, { notifications: shown });
    cache.setQueryData(
      notificationSettingsQuery.queryKey,
      (settings) => settings && withLevel(settings, communityId, shown),
    );
  };
  const { mutate } = useMutation({
    // One after another, so that the last choice is the stored one.
    scope: { id: `community-level-${communityId}` },
    mutationFn: (chosen: NoticePreference) => setNoticePreference(communityId, chosen),
    onMutate: async (chosen) => {
      await cache.cancelQueries({ queryKey: notificationSettingsQuery.queryKey });
      show(chosen);
      return level;
    },
    onError: (error, _, before) => {
      if (before !== undefined) show(before);
      toast.error(errorMessage(error, t`Your setting could not be saved.`));
    },
  });
  return mutate;
}

function withLevel(
  settings: NotificationSettings,
  communityId: string,
  level: NoticePreference,
): NotificationSettings {
  const communities = settings.communities.map((one) =>
    one.communityId === communityId ? { ...one, level } : one,
  );
  return { ...settings, communities };
}
