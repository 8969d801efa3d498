import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call, fetchFile } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { firstPage } from "../../../api/loading.ts";
import type {
  Announcement,
  ChangeCommunity,
  Community,
  CommunityMember,
  DeletionOutcome,
  JoinRequest,
  MemberTimeout,
  NewAnnouncement,
  NewTimeout,
  Page,
  PrivateCode,
  Visibility,
} from "../../../api/types.ts";

const managePath = (communityId: string) => `/api/communities/${communityId}`;

/** Pending join requests. */
export const joinRequestsQuery = (communityId: string) =>
  infiniteQueryOptions({
    queryKey: keys.joinRequests(communityId),
    queryFn: ({ pageParam, signal }) =>
      call<Page<JoinRequest>>("GET", `${managePath(communityId)}/join-requests`, {
        signal,
        query: { status: "pending", cursor: pageParam, limit: 20 },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

export const timeoutsQuery = (communityId: string) =>
  infiniteQueryOptions({
    queryKey: keys.timeouts(communityId),
    queryFn: ({ pageParam, signal }) =>
      call<Page<MemberTimeout>>("GET", `${managePath(communityId)}/timeouts`, {
        signal,
        query: { cursor: pageParam, limit: 20 },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

export const privateCodeQuery = (communityId: string) =>
  queryOptions({
    queryKey: keys.privateCode(communityId),
    queryFn: ({ signal }) =>
      call<PrivateCode>("GET", `${managePath(communityId)}/private-code`, { signal }),
  });

export type Answer = "approve" | "reject";

/** The part of a join request that an answer needs. */
export type PendingJoinRequest = Pick<JoinRequest, "id" | "communityId">;

export function answerRequest(request: PendingJoinRequest, answer: Answer, adminMessage: string) {
  const path = `${managePath(request.communityId)}/join-requests/${request.id}/${answer}`;
  return call<JoinRequest>("POST", path, { body: { adminMessage } });
}

export function promoteMember(communityId: string, userId: string) {
  return call<CommunityMember>("POST", `${managePath(communityId)}/members/${userId}/promote`);
}

/** Makes an admin an ordinary member. */
export function demoteAdmin(communityId: string, userId: string) {
  return call<CommunityMember>("POST", `${managePath(communityId)}/members/${userId}/demote`);
}

/** Makes a member the founder; `confirmation` is the community's name. */
export function transferCommunity(communityId: string, userId: string, confirmation: string) {
  const path = `${managePath(communityId)}/members/${userId}/handover`;
  return call<CommunityMember>("POST", path, { body: { confirmation } });
}

export function setMemberTimeout(communityId: string, body: NewTimeout) {
  return call<MemberTimeout>("POST", `${managePath(communityId)}/timeouts`, { body });
}

export function liftTimeout(communityId: string, userId: string) {
  return call<null>("DELETE", `${managePath(communityId)}/timeouts/${userId}`);
}

/** Creates the private code, or replaces it. */
export function createPrivateCode(communityId: string) {
  return call<PrivateCode>("POST", `${managePath(communityId)}/private-code`);
}

export function deletePrivateCode(communityId: string) {
  return call<null>("DELETE", `${managePath(communityId)}/private-code`);
}

export function createAnnouncement(
  communityId: string,
  body: NewAnnouncement,
  idempotencyKey: string,
) {
  const path = `${managePath(communityId)}/announcements`;
  return call<Announcement>("POST", path, { body, idempotencyKey });
}

/** Replaces all fields. */
export function editAnnouncement({ id, communityId }: Announcement, body: NewAnnouncement) {
  return call<Announcement>("PUT", `${managePath(communityId)}/announcements/${id}`, { body });
}

export function cancelEvent({ id, communityId }: Announcement) {
  return call<Announcement>("POST", `${managePath(communityId)}/announcements/${id}/cancel`);
}

export type AnnouncementAction = "pin" | "unpin" | "end";

export function changeAnnouncement({ id, communityId }: Announcement, action: AnnouncementAction) {
  const path = `${managePath(communityId)}/announcements/${id}`;
  if (action === "end") return call<Announcement>("POST", `${path}/end`);
  return call<Announcement>(action === "pin" ? "PUT" : "DELETE", `${path}/pin`);
}

export function deleteAnnouncement({ id, communityId }: Announcement) {
  return call<null>("DELETE", `${managePath(communityId)}/announcements/${id}`);
}

export function changeCommunity(communityId: string, body: ChangeCommunity) {
  return call<Community>("PATCH", managePath(communityId), { body });
}

export function changeVisibility(communityId: string, visibility: Visibility) {
  return call<Community>("PUT", `${managePath(communityId)}/visibility`, { body: { visibility } });
}

export function requestDeletion(communityId: string) {
  return call<DeletionOutcome>("POST", `${managePath(communityId)}/deletion`);
}

export function cancelDeletion(communityId: string) {
  return call<DeletionOutcome>("DELETE", `${managePath(communityId)}/deletion`);
}

/** All content of a community as JSON Lines. */
export function fetchExport(communityId: string): Promise<Blob> {
  return fetchFile(`${managePath(communityId)}/export`);
}
