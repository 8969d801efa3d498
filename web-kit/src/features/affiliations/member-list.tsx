import { useQuery } from "@tanstack/react-query";
import { Avatar } from "../../ui/avatar.tsx";
import type { Affiliation } from "../../api/types.ts";
import { useMe } from "../accounts/queries.ts";
import { affiliationMembersQuery } from "./queries.ts";

/** The first few members, for those who are signed in. */
export function MemberList({ affiliation }: { affiliation: Affiliation }) {
  const me = useMe();
  const { data } = useQuery({ ...affiliationMembersQuery(affiliation.id), enabled: me !== null });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="text-16 font-semibold">Members</h2>
      <ul className="mt-2 grid gap-x-8 sm:grid-cols-2">
        {data.items.map((person) => (
          <li key={person.userId} className="flex items-center gap-3 py-2.5">
            <Avatar name={person.displayName} src={person.profilePicture} size={36} />
            <span className="min-w-0">
              <span className="block truncate text-14 font-medium">{person.displayName}</span>
              {person.handle !== null && (
                <span className="block truncate text-13 text-ink-3">@{person.handle}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
