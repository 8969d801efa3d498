import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Avatar } from "@guildhall/web-kit/ui/avatar.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { LongList } from "@guildhall/web-kit/ui/long-list.tsx";
import { Pages } from "../../staff/parts.tsx";
import { membersQuery } from "../queries.ts";
import { PersonName } from "@guildhall/web-kit/ui/person-name.tsx";
import { useTenant } from "./tenant-context.ts";

/** Estimated height of a row with a handle, in pixels. */
const ROW_HEIGHT_PX = 60;

/** The affiliation's members, who can sign in here. */
export function MembersTab() {
  const { tenant } = useTenant();
  const list = useInfiniteQuery(membersQuery(tenant.affiliationId));
  return (
    <Pages
      query={list}
      empty={<EmptyState className="py-12" picture="square" title={t`No members yet`} />}
    >
      {(people) => (
        <LongList
          label={t`Members`}
          items={people}
          idOf={({ userId }) => userId}
          rowHeight={ROW_HEIGHT_PX}
          more={list}
          className="mx-4 my-4 md:mx-6"
        >
          {(person) => (
            <span className="flex items-center gap-3 py-2.5">
              <Avatar name={person.displayName} src={person.profilePicture} size={36} />
              <span className="min-w-0">
                <Link
                  to={`/staff/users/${person.userId}`}
                  className="block truncate text-14 font-medium hover:underline"
                >
                  <PersonName name={person.displayName} />
                </Link>
                {person.handle !== null && (
                  <span className="block truncate text-13 text-ink-3">
                    <bdi>@{person.handle}</bdi>
                  </span>
                )}
              </span>
            </span>
          )}
        </LongList>
      )}
    </Pages>
  );
}
