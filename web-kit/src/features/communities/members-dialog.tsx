import { useInfiniteQuery } from "@tanstack/react-query";
import { loadFailure } from "../../api/loading.ts";
import type { Community, CommunityMember, Me } from "../../api/types.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { VerifiedTick } from "../../ui/mark.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { membersQuery } from "./queries.ts";
import { membersWords } from "./words.ts";

export interface MembersDialogProps {
  community: Community;
  me: Me;
  onClose: () => void;
}

export function MembersDialog({ community, me, onClose }: MembersDialogProps) {
  const query = useInfiniteQuery(membersQuery(community.id));
  const members = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Dialog
      open
      title="Members"
      description={`${membersWords(community)} of ${community.name}`}
      onOpenChange={(open) => open || onClose()}
    >
      <div className="min-h-40 pb-6">
        {query.isPending && <MembersSkeleton />}
        {query.isError && (
          <ErrorState
            title={loadFailure(query.error, "communities").replace("communities", "members")}
            onRetry={() => void query.refetch()}
          />
        )}
        {community.viewer.mayModerate && (
          <ButtonLink to={`/communities/${community.id}/manage`} className="mb-2">
            Manage members
          </ButtonLink>
        )}
        <ul aria-label="Members" className="divide-y divide-line-soft">
          {members.map((member) => (
            <MemberRow key={member.userId} member={member} own={member.userId === me.id} />
          ))}
        </ul>
        {query.hasNextPage && (
          <Button
            variant="quiet"
            className="mt-2 w-full"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more members
          </Button>
        )}
      </div>
    </Dialog>
  );
}

const ROLES = { admin: "Admin", trustee: "Trustee", member: null } as const;

function MemberRow({ member, own }: { member: CommunityMember; own: boolean }) {
  const role = ROLES[member.role];
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-3 py-2">
      <Avatar name={member.displayName} src={member.profilePicture} size={36} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-14 font-semibold" dir="auto">
          {member.displayName} {member.isVerified && <VerifiedTick size={13} />}
          {own && <span className="font-normal text-ink-3"> (you)</span>}
        </p>
        <p className="truncate text-12 text-ink-3">
          {[member.handle && `@${member.handle}`, member.affiliationName]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      {role !== null && <Badge tone={role === "Admin" ? "brand" : "line"}>{role}</Badge>}
    </li>
  );
}

function MembersSkeleton() {
  return (
    <LoadingRegion label="Loading members">
      {["w-32", "w-40", "w-28", "w-36"].map((width) => (
        <div key={width} className="flex h-14 items-center gap-3">
          <Skeleton className="size-9 rounded-full!" />
          <div className="flex flex-col gap-2">
            <Skeleton className={`h-3 ${width}`} />
            <Skeleton className="h-2.5 w-24" />
          </div>
        </div>
      ))}
    </LoadingRegion>
  );
}
