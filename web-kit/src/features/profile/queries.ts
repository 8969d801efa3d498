import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import type { ChangeMe, HandleAvailability, Me, TieState, UserProfile } from "../../api/types.ts";

export const profileQuery = (idOrHandle: string) =>
  queryOptions({
    queryKey: keys.user(idOrHandle),
    queryFn: ({ signal }) =>
      call<UserProfile>("GET", `/api/users/${encodeURIComponent(idOrHandle)}`, { signal }),
  });

export type Tie = "follow" | "block";

/** Follows, unfollows, blocks or unblocks. */
export function setTie(userId: string, tie: Tie, on: boolean): Promise<TieState> {
  return call<TieState>(on ? "PUT" : "DELETE", `/api/users/${userId}/${tie}`);
}

export function saveProfile(body: ChangeMe): Promise<Me> {
  return call<Me>("PATCH", "/api/me", { body });
}

export function claimHandle(handle: string): Promise<Me> {
  return call<Me>("PUT", "/api/me/handle", { body: { handle } });
}

export const handleQuery = (handle: string) =>
  queryOptions({
    queryKey: ["handles", handle],
    queryFn: ({ signal }) =>
      call<HandleAvailability>("GET", `/api/handles/${encodeURIComponent(handle)}`, { signal }),
    staleTime: 10_000,
  });

/** The square of a picture to keep, in its own pixels. */
export interface Crop {
  x: number;
  y: number;
  side: number;
}

export function uploadPicture(file: File, crop: Crop): Promise<Me> {
  const form = new FormData();
  for (const [name, value] of Object.entries(crop)) form.append(name, String(value));
  form.append("file", file);
  return call<Me>("POST", "/api/me/picture", { body: form });
}

export function removePicture(): Promise<Me> {
  return call<Me>("DELETE", "/api/me/picture");
}
