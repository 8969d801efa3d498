import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CommunityMember } from "../../../api/types.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { membersQuery } from "../queries.ts";
import { MemberDialogs, type MemberDeed } from "./member-dialogs.tsx";
import { MemberManageRow } from "./member-manage-row.tsx";
import { ManageList } from "./parts.tsx";
import { useManage } from "./place.ts";

export interface Asked {
  deed: MemberDeed;
  member: CommunityMember;
}

/** Everybody in the community, what they are in it, and what can be done about them. */
export function MembersTab() {
  const { community } = useManage();
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <>
      <ManageList
        query={useInfiniteQuery(membersQuery(community.id))}
        failure="Failed to load members. Please try again."
        empty={<EmptyState className="py-8" picture="square" title="No members yet" />}
      >
        {(members) => (
          <ul aria-label="Members" className="divide-y divide-line-soft">
            {members.map((member) => (
              <MemberManageRow
                key={member.userId}
                member={member}
                onDeed={(deed) => setAsked({ deed, member })}
              />
            ))}
          </ul>
        )}
      </ManageList>
      {asked !== null && <MemberDialogs {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}
