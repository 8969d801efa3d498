import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type UseMutationResult,
} from "@tanstack/react-query";
import { UserMinus } from "lucide-react";
import { useState } from "react";
import { keys } from "../../api/keys.ts";
import { loadFailure } from "../../api/loading.ts";
import { ProblemError } from "../../api/problem.ts";
import type { Community, CommunityMember, Me } from "../../api/types.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { VerifiedTick } from "../../ui/mark.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast-store.ts";
import { membersQuery, removeMember } from "./queries.ts";
import { membersWords } from "./words.ts";

export interface MembersDialogProps {
  community: Community;
  me: Me;
  onClose: () => void;
}

export function MembersDialog({ community, me, onClose }: MembersDialogProps) {
  const query = useInfiniteQuery(membersQuery(community.id));
  const members = query.data?.pages.flatMap((page) => page.items) ?? [];
  const remove = useRemove(community);
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
        <ul aria-label="Members" className="divide-y divide-line-soft">
          {members.map((member) => (
            <MemberRow
              key={member.userId}
              member={member}
              own={member.userId === me.id}
              remove={community.viewer.isAdmin && member.role !== "admin" ? remove : null}
            />
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

type Removal = UseMutationResult<null, Error, CommunityMember>;

function useRemove(community: Community): Removal {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (member: CommunityMember) => removeMember(community.id, member.userId),
    onSuccess: async (_, member) => {
      toast.success(`${member.displayName} is no longer a member`);
      await Promise.all([
        cache.invalidateQueries({ queryKey: keys.members(community.id) }),
        cache.invalidateQueries({ queryKey: keys.community(community.id) }),
      ]);
    },
    onError: (problem) => {
      toast.error(
        problem instanceof ProblemError ? problem.detail : "An error occurred. Please try again.",
      );
    },
  });
}

const ROLES = { admin: "Admin", trustee: "Trustee", member: null } as const;

function MemberRow(props: { member: CommunityMember; own: boolean; remove: Removal | null }) {
  const { member, own, remove } = props;
  const [asking, setAsking] = useState(false);
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
      {remove !== null && !own && !asking && (
        <IconButton
          label={`Remove ${member.displayName}`}
          icon={<UserMinus size={16} aria-hidden />}
          onClick={() => setAsking(true)}
        />
      )}
      {remove !== null && asking && (
        <div className="flex w-full items-center justify-end gap-2 text-13">
          <span className="me-auto text-ink-2">Remove from this community?</span>
          <Button size="sm" onClick={() => setAsking(false)}>
            Keep
          </Button>
          <Button
            size="sm"
            variant="danger"
            busy={remove.isPending && remove.variables.userId === member.userId}
            onClick={() => remove.mutate(member)}
          >
            Remove
          </Button>
        </div>
      )}
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
