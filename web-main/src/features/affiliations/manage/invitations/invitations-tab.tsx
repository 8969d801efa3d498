import { t } from "@lingui/core/macro";
import { FileUp, UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { CodesSection } from "@guildhall/web-kit/features/affiliations/codes/codes-section.tsx";
import { mayDo } from "@guildhall/web-kit/features/affiliations/permissions.ts";
import { InviteDialog } from "../../invitation/invite-dialog.tsx";
import { useManage } from "../manage-context.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import { JoiningSection } from "./joining-section.tsx";
import { SentInvitations } from "./sent-invitations.tsx";

/** The ways to join by invitation: by name, by list, by code, and by email domain. */
export function InvitationsTab() {
  const { affiliation } = useManage();
  const mayInvite = mayDo(affiliation, "invite");
  return (
    <div className="flex max-w-[860px] flex-col gap-9 px-4 py-6 md:px-6">
      {mayInvite && <Invitations />}
      {/* The server lists the codes for the owner only. */}
      {affiliation.viewer.isCreator && <CodesSection affiliation={affiliation} />}
      {mayDo(affiliation, "manage-page") && <JoiningSection />}
    </div>
  );
}

function Invitations() {
  const { affiliation } = useManage();
  const [opened, setOpened] = useState<"people" | "list" | null>(null);
  const close = () => setOpened(null);
  return (
    <section aria-labelledby="invitations">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="invitations" className="text-16 font-semibold">{t`Invitations`}</h2>
        {!affiliation.isPaused && (
          <div className="flex flex-wrap gap-2">
            <Button
              icon={<FileUp size={15} aria-hidden />}
              onClick={() => setOpened("list")}
            >{t`Invite by list`}</Button>
            <Button
              variant="primary"
              icon={<UserPlus size={15} aria-hidden />}
              onClick={() => setOpened("people")}
            >{t`Invite people`}</Button>
          </div>
        )}
      </div>
      <p className="mt-1 text-14 text-ink-2">{t`Invited people see that you recommend ${{ affiliation: affiliation.name }}, and can apply immediately.`}</p>
      {affiliation.isPaused && (
        <Note
          tone="warning"
          className="mt-3"
        >{t`Invitations cannot be sent while the affiliation is paused.`}</Note>
      )}
      <SentInvitations />
      {opened === "people" && <InviteDialog affiliation={affiliation} onClose={close} />}
      {opened === "list" && <BulkDialog onClose={close} />}
    </section>
  );
}
