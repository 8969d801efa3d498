import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Paged } from "../../ui/paged.tsx";
import { PeopleSkeleton } from "../../ui/people-skeleton.tsx";
import { Badge } from "../../ui/badge.tsx";
import { CordRow } from "./cord-row.tsx";
import { cordSettingsQuery, ownCordsQuery } from "./queries.ts";

const settingsPath = "/settings/messages";

/** The viewer's cords, strongest first. */
export function OwnCords() {
  const query = useInfiniteQuery(ownCordsQuery);
  return (
    <>
      <div className="mt-4 flex items-baseline justify-between gap-3 text-13">
        <p className="text-ink-3">{t`Only you see this list`}</p>
        <Link
          to="/introductions"
          className="font-medium text-brand-text hover:underline"
        >{t`Introductions`}</Link>
      </div>
      <Paged
        query={query}
        waiting={<PeopleSkeleton className="mt-3 flex flex-col" rowClassName="h-12" />}
        failure={t`Failed to load your cords. Please try again.`}
        empty={<NoCords />}
      >
        {(rows) => (
          <ul aria-label={t`Your cords`} className="mt-2 divide-y divide-line-soft">
            {rows.map((row) => (
              <li key={row.user.userId} className="flex items-center gap-3 py-1">
                <div className="min-w-0 flex-1">
                  <CordRow row={row} size={36} />
                </div>
                <span className="w-14 text-end max-sm:hidden">
                  {row.isActive && <Badge tone="brand">{t`Active`}</Badge>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </>
  );
}

function NoCords() {
  const { data } = useQuery(cordSettingsQuery);
  if (data?.enabled === false) {
    return (
      <EmptyState
        className="py-8"
        picture="stair"
        title={t`Cords are turned off`}
        text={t`Nothing is counted between you and other members.`}
        action={<ButtonLink to={settingsPath}>{t`Open settings`}</ButtonLink>}
      />
    );
  }
  return (
    <EmptyState
      className="py-8"
      picture="stair"
      title={t`No cords yet`}
      text={t`A cord grows as you write to each other, reply, vouch and share communities.`}
      action={<ButtonLink to="/network">{t`Go to the network`}</ButtonLink>}
    />
  );
}
