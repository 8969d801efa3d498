import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { matchPath, useLocation } from "react-router";
import { ProblemError } from "../../api/problem.ts";
import type { Me } from "../../api/types.ts";
import { communityQuery, threadQuery } from "../communities/queries.ts";
import { conversationTitle } from "../messages/labels.ts";
import { conversationQuery } from "../messages/queries.ts";
import { profileQuery } from "../profile/queries.ts";
import { dropPlace, type RecentPlace, recordPlace } from "../../recovery/recent-places.ts";

/**
 * Records the communities, threads, conversations and people that the member opens. It sends no
 * requests: it waits until the screen has loaded them.
 */
export function VisitRecorder({ me }: { me: Me }) {
  const { pathname } = useLocation();
  const params = (pattern: string) => matchPath(pattern, pathname)?.params;
  const thread = params("/communities/:communityId/threads/:threadId");
  const community = params("/communities/:communityId/*");
  const conversation = params("/messages/:id");
  const person = params("/profile/:id");
  if (thread?.communityId !== undefined && thread.threadId !== undefined) {
    const { communityId, threadId } = thread;
    return <ThreadVisit key={pathname} {...{ me, communityId, threadId }} />;
  }
  if (community?.communityId !== undefined) {
    return <CommunityVisit key={pathname} me={me} id={community.communityId} />;
  }
  if (conversation?.id !== undefined && conversation.id !== "new") {
    return <ConversationVisit key={pathname} me={me} id={conversation.id} />;
  }
  if (person?.id !== undefined && person.id !== "edit") {
    return <PersonVisit key={pathname} me={me} id={person.id} />;
  }
  return null;
}

interface Visit {
  me: Me;
  id: string;
}

/** The screen reads the query; this only observes it. */
const observed = { enabled: false } as const;

function ThreadVisit(props: { me: Me; communityId: string; threadId: string }) {
  const { me, communityId, threadId } = props;
  const { data: thread, error } = useQuery({ ...threadQuery(communityId, threadId), ...observed });
  const { data: community } = useQuery({ ...communityQuery(communityId), ...observed });
  const place = thread !== undefined && {
    kind: "thread" as const,
    label: thread.caption,
    about: community?.name ?? null,
  };
  useRecord(me, `/communities/${communityId}/threads/${threadId}`, place, error);
  return null;
}

function CommunityVisit({ me, id }: Visit) {
  const { data, error } = useQuery({ ...communityQuery(id), ...observed });
  const place = data !== undefined && {
    kind: "community" as const,
    label: data.name,
    about: null,
  };
  useRecord(me, `/communities/${id}`, place, error);
  return null;
}

function ConversationVisit({ me, id }: Visit) {
  const { data, error } = useQuery({ ...conversationQuery(id), ...observed });
  const place = data !== undefined && {
    kind: "conversation" as const,
    label: conversationTitle(data, me.id),
    about: null,
  };
  useRecord(me, `/messages/${id}`, place, error);
  return null;
}

function PersonVisit({ me, id }: Visit) {
  const { data, error } = useQuery({ ...profileQuery(id), ...observed });
  const isOther = data !== undefined && data.userId !== me.id;
  const place = isOther && {
    kind: "person" as const,
    label: data.displayName,
    about: data.affiliationName,
  };
  // A person may be opened by handle or id; recorded under the first of them.
  useRecord(me, `/profile/${data?.handle ?? id}`, place, error);
  return null;
}

type PlaceText = Pick<RecentPlace, "kind" | "label" | "about">;

/** Records a place once it is known, and removes it once it cannot be opened any more. */
function useRecord(me: Me, path: string, place: PlaceText | false, error: Error | null): void {
  const { kind, label, about } = place === false ? NO_PLACE : place;
  const isGone = error instanceof ProblemError && [403, 404].includes(error.status);
  useEffect(() => {
    if (isGone) dropPlace(me.id, path);
    else if (kind !== null) recordPlace(me.id, { kind, path, label, about });
  }, [me.id, path, kind, label, about, isGone]);
}

const NO_PLACE = { kind: null, label: "", about: null };
