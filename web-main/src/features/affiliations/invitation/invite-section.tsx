import { UserPlus } from "lucide-react";
import { useState } from "react";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { InviteDialog } from "./invite-dialog.tsx";

/** Invites existing users, for an affiliation's creator and staff (F-068). */
export function InviteSection({ affiliation }: { affiliation: Affiliation }) {
  const [inviting, setInviting] = useState(false);
  return (
    <section aria-label="Invitations" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-16 font-semibold">Invitations</h2>
        <Button icon={<UserPlus size={15} aria-hidden />} onClick={() => setInviting(true)}>
          Invite people
        </Button>
      </div>
      <p className="mt-1 text-14 text-ink-2">
        Invited people see that you recommend {affiliation.name}, and can apply immediately.
      </p>
      {inviting && <InviteDialog affiliation={affiliation} onClose={() => setInviting(false)} />}
    </section>
  );
}
