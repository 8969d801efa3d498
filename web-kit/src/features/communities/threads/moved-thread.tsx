import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { ProblemError } from "../../../api/problem.ts";
import { threadLocationQuery } from "./queries.ts";

export interface MovedThreadProps {
  /** The community in the address. */
  communityId: string;
  threadId: string;
  skeleton: ReactNode;
  /** Shown if the thread is nowhere else. */
  children: ReactNode;
}

/** An address that leads nowhere may be that of a thread before it was moved. */
export function MovedThread({ communityId, threadId, skeleton, children }: MovedThreadProps) {
  const { data, isPending } = useQuery({ ...threadLocationQuery(threadId), retry: false });
  const { hash } = useLocation();
  if (data !== undefined && data.communityId !== communityId) {
    return <Navigate replace to={`/communities/${data.communityId}/threads/${threadId}${hash}`} />;
  }
  return isPending ? skeleton : children;
}

export function isNotFound(error: Error): boolean {
  return error instanceof ProblemError && error.status === 404;
}
