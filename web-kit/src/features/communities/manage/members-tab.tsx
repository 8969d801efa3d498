import { t } from "@lingui/core/macro";
import { useState } from "react";
import { errorMessage } from "../../../api/problem.ts";
import type { CommunityMember } from "../../../api/types.ts";
import { MemberList, MemberSearch } from "../member-list.tsx";
import { MemberDialogs, type MemberAction } from "./member-dialogs.tsx";
import { MemberManageRow } from "./member-manage-row.tsx";
import { ManageSkeleton } from "./parts.tsx";
import { useManage } from "./manage-context.ts";

export interface MemberActionRequest {
  action: MemberAction;
  member: CommunityMember;
}

/** All members with their roles and the actions on them. */
export function MembersTab() {
  const { community } = useManage();
  const [called, setCalled] = useState("");
  const [requested, setRequested] = useState<MemberActionRequest | null>(null);
  return (
    <div className="px-4 py-4 md:px-6">
      <div className="max-w-96">
        <MemberSearch value={called} onChange={setCalled} />
      </div>
      <MemberList {...{ community, called }} waiting={<ManageSkeleton />} failure={failureOf}>
        {(member) => (
          <MemberManageRow
            member={member}
            onAction={(action) => setRequested({ action, member })}
          />
        )}
      </MemberList>
      {requested !== null && <MemberDialogs {...requested} onClose={() => setRequested(null)} />}
    </div>
  );
}

const failureOf = (error: Error) =>
  errorMessage(error, t`Failed to load members. Please try again.`);
