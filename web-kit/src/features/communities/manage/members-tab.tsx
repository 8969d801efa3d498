import { useState } from "react";
import { wordsOf } from "../../../api/problem.ts";
import type { CommunityMember } from "../../../api/types.ts";
import { MemberList, MemberSearch } from "../member-list.tsx";
import { MemberDialogs, type MemberDeed } from "./member-dialogs.tsx";
import { MemberManageRow } from "./member-manage-row.tsx";
import { Rows } from "./parts.tsx";
import { useManage } from "./place.ts";

export interface Asked {
  deed: MemberDeed;
  member: CommunityMember;
}

/** All members with their roles and the actions on them. */
export function MembersTab() {
  const { community } = useManage();
  const [called, setCalled] = useState("");
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <div className="px-4 py-4 md:px-6">
      <div className="max-w-96">
        <MemberSearch value={called} onChange={setCalled} />
      </div>
      <MemberList {...{ community, called }} waiting={<Rows />} failure={failureOf}>
        {(member) => (
          <MemberManageRow member={member} onDeed={(deed) => setAsked({ deed, member })} />
        )}
      </MemberList>
      {asked !== null && <MemberDialogs {...asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

const failureOf = (error: Error) => wordsOf(error, "Failed to load members. Please try again.");
