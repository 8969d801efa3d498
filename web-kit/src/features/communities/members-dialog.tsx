import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ProblemError } from "../../api/problem.ts";
import type { Community, CommunityMember, Me } from "../../api/types.ts";
import { AffiliationBadges } from "../../ui/affiliation-badges.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { VerifiedTick } from "../../ui/mark.tsx";
import { PeopleSkeleton } from "../../ui/people-skeleton.tsx";
import { PersonPicture, PersonTrigger } from "../person-card/person-trigger.tsx";
import { MemberList, MemberSearch } from "./member-list.tsx";
import { memberCountLabel } from "./labels.ts";

export interface MembersDialogProps {
  community: Community;
  me: Me;
  onClose: () => void;
}

export function MembersDialog({ community, me, onClose }: MembersDialogProps) {
  const [called, setCalled] = useState("");
  return (
    <Dialog
      open
      title={t`Members`}
      description={t`${{ members: memberCountLabel(community) }} of ${{ community: community.name }}`}
      onOpenChange={(open) => open || onClose()}
    >
      <div className="min-h-[min(24rem,50dvh)] pb-6">
        {community.viewer.mayModerate && (
          <ButtonLink
            to={`/communities/${community.id}/manage`}
            className="mb-3"
          >{t`Manage members`}</ButtonLink>
        )}
        <MemberSearch value={called} onChange={setCalled} />
        <MemberList
          {...{ community, called }}
          waiting={<PeopleSkeleton label={t`Loading members`} rowClassName="h-14" />}
          failure={failureOf}
        >
          {(member) => <MemberRow member={member} own={member.userId === me.id} />}
        </MemberList>
      </div>
    </Dialog>
  );
}

function failureOf(error: Error): string {
  const isProblem = error instanceof ProblemError;
  if (isProblem && error.status === 403) {
    return t`Unable to load members. Please check your permissions.`;
  }
  if (isProblem && error.code === "unavailable") return error.detail;
  return t`Failed to load members. Please try again.`;
}

const ROLES = { admin: t`Admin`, trustee: t`Trustee`, member: null } as const;

function MemberRow({ member, own }: { member: CommunityMember; own: boolean }) {
  const role = member.isFounder ? t`Founder` : ROLES[member.role];
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-3 py-2">
      <PersonPicture person={member} size={36} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-1 text-14 font-semibold">
          <PersonTrigger person={member} className="min-w-16 truncate" />
          {member.isVerified && (
            <span className="shrink-0">
              <VerifiedTick size={13} />
            </span>
          )}
          {own && <span className="shrink-0 font-normal text-ink-3">{t`(you)`}</span>}
          <AffiliationBadges affiliations={member.affiliations} className="shrink-2" />
        </p>
        <p className="truncate text-12 text-ink-3">
          {[member.handle && `@${member.handle}`, member.affiliationName]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {role !== null && <Badge tone={member.role === "admin" ? "brand" : "line"}>{role}</Badge>}
    </div>
  );
}
