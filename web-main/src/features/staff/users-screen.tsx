import { t } from "@lingui/core/macro";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { FoundUser } from "@guildhall/web-kit/api/staff-types.ts";
import { useSearchParamFields } from "@guildhall/web-kit/shell/use-search-param.ts";
import { Avatar } from "@guildhall/web-kit/ui/avatar.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { PersonName } from "@guildhall/web-kit/ui/person-name.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { runBulk } from "./bulk/queries.ts";
import { SelectAllBox, SelectBox } from "./bulk/select-box.tsx";
import { type Selection, useSelection } from "./bulk/use-selection.ts";
import { LoadError, TableSkeleton, StaffTable, TableHead, Td, TwoLineCell } from "./parts.tsx";
import { usePermission } from "./permissions.ts";
import { staffKey, usersQuery } from "./queries.ts";
import { StaffPage } from "./staff-page.tsx";
import { StatusBadges } from "./status-badges.tsx";
import { USER_BULK_ACTIONS } from "./user/bulk-actions.ts";

const RESULTS_MAX = 100;

/** Finds an account by name, handle or email; the search is kept in the address. */
export function UsersScreen() {
  const [{ q }, change] = useSearchParamFields({ q: "" });
  return (
    <StaffPage title={t`Users`}>
      <div className="px-4 pt-4 md:px-6">
        <SearchField
          label={t`Find a user`}
          placeholder={t`Name, handle or email`}
          value={q}
          onSearch={(wanted) => change({ q: wanted })}
        />
      </div>
      <UserResults q={q} />
    </StaffPage>
  );
}

function UserResults({ q }: { q: string }) {
  const { data, error, refetch } = useQuery({
    ...usersQuery(q),
    placeholderData: keepPreviousData,
  });
  if (q === "") {
    return (
      <EmptyState
        className="py-12"
        picture="square"
        title={t`Search for a user`}
        text={t`Type a part of a name, a handle or an email address.`}
      />
    );
  }
  if (error !== null) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <TableSkeleton />;
  if (data.items.length === 0) {
    return <EmptyState className="py-12" picture={null} title={t`No users found`} />;
  }
  return <UserTable users={data.items} />;
}

function UserTable({ users }: { users: readonly FoundUser[] }) {
  const cache = useQueryClient();
  const mayModerate = usePermission("moderation");
  const selection = useSelection(users.map(({ id }) => id));
  const names = new Map(users.map((user) => [user.id, nameOf(user)]));
  return (
    <>
      <p role="status" className="px-4 pt-3 text-12 text-ink-2 md:px-6">
        {users.length === RESULTS_MAX
          ? t`The first 100 users. Type more to narrow the search.`
          : t`${{ count: users.length }} found`}
      </p>
      {mayModerate && (
        <BulkBar
          selection={selection}
          actions={USER_BULK_ACTIONS}
          nameOf={(id) => names.get(id) ?? id}
          run={(action, ids, reason) => runBulk("users", action, ids, reason)}
          onDone={() => cache.invalidateQueries({ queryKey: staffKey })}
        />
      )}
      <StaffTable label={t`Users`}>
        <TableHead
          columns={[
            ...(mayModerate
              ? [
                  {
                    name: t`Select`,
                    className: "w-8",
                    content: <SelectAllBox selection={selection} />,
                  },
                ]
              : []),
            t`Name`,
            { name: t`Tier`, className: "max-md:hidden" },
            { name: t`Joined`, className: "max-md:hidden" },
            t`Status`,
          ]}
        />
        <tbody>
          {users.map((user) => (
            <UserRow key={user.id} user={user} selection={mayModerate ? selection : null} />
          ))}
        </tbody>
      </StaffTable>
    </>
  );
}

const nameOf = ({ firstName, lastName }: FoundUser) => `${firstName} ${lastName}`.trim();

function UserRow({ user, selection }: { user: FoundUser; selection: Selection | null }) {
  const name = nameOf(user);
  const handle = user.handle === null ? "" : `@${user.handle} · `;
  return (
    <tr className="hover:bg-hover">
      {selection !== null && (
        <Td>
          <SelectBox selection={selection} id={user.id} name={name} />
        </Td>
      )}
      <Td>
        <span className="flex items-center gap-3">
          <Avatar name={name} src={user.profilePicture} size={36} />
          <span className="min-w-0">
            <TwoLineCell
              first={
                <Link to={`/staff/users/${user.id}`} className="hover:underline">
                  <PersonName name={name} />
                </Link>
              }
              second={`${handle}${user.email}`}
            />
          </span>
        </span>
      </Td>
      <Td className="max-md:hidden">{user.subscription}</Td>
      <Td className="max-md:hidden">
        <RelativeTime time={user.joinedDate} />
      </Td>
      <Td>
        <StatusBadges user={user} />
      </Td>
    </tr>
  );
}
