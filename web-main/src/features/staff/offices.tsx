import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import { wordsOf } from "@guildhall/web-kit/api/problem.ts";
import type { StaffCommunity } from "@guildhall/web-kit/api/staff-types.ts";
import type { CommunityMember } from "@guildhall/web-kit/api/types.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { MemberList, MemberSearch } from "@guildhall/web-kit/features/communities/member-list.tsx";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { OfficeRow, officeWords } from "./office-row.tsx";
import { Rows } from "./parts.tsx";
import { changeOffice, type OfficeDeed, staffKey } from "./queries.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

interface Asked {
  deed: OfficeDeed;
  member: CommunityMember;
}

/** A community's admins and trustees, and members who can be promoted (C-146). */
export function Offices({ community }: { community: StaffCommunity }) {
  const [called, setCalled] = useState("");
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <section aria-label="Members and roles">
      <h2 className="px-4 text-15 font-semibold md:px-6">Members and roles</h2>
      <div className="px-4 pt-2 md:px-6">
        <div className="max-w-96">
          <MemberSearch value={called} onChange={setCalled} />
        </div>
        <MemberList {...{ community, called }} waiting={<Rows />} failure={failureOf}>
          {(member) => <OfficeRow member={member} onDeed={(deed) => setAsked({ deed, member })} />}
        </MemberList>
      </div>
      {asked !== null && (
        <OfficeDialog community={community} {...asked} onClose={() => setAsked(null)} />
      )}
    </section>
  );
}

const failureOf = (error: Error) => wordsOf(error, "Failed to load members. Please try again.");

function OfficeDialog(props: Asked & { community: StaffCommunity; onClose: () => void }) {
  const { community, deed, member, onClose } = props;
  const { label, text, done, danger } = officeWords[deed];
  const cache = useQueryClient();
  const proof = useProof();
  return (
    <>
      <ReasonDialog
        required
        title={`${label}: ${member.displayName}`}
        description={text}
        confirm={label}
        danger={danger}
        onConfirm={async (reason) => {
          await proof.withProof(() => changeOffice(community.id, member.userId, deed, reason));
          toast.success(done);
          await Promise.all([
            cache.invalidateQueries({ queryKey: staffKey }),
            cache.invalidateQueries({ queryKey: keys.members(community.id) }),
          ]);
        }}
        onClose={onClose}
      />
      <ProofDialog asked={proof.asked} />
    </>
  );
}
