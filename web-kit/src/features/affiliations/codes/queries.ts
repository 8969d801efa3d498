import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import type { InviteCode, InviteUse } from "../../../api/staff-types.ts";
import type { Page } from "../../../api/types.ts";

const codesPath = (affiliationId: string) => `/api/affiliations/${affiliationId}/invite-codes`;

export const codesKey = (affiliationId: string) => ["affiliations", "codes", affiliationId];

/** The invite codes of an affiliation, newest first, for its creator. */
export const codesQuery = (affiliationId: string) =>
  infiniteQueryOptions({
    queryKey: [...codesKey(affiliationId), "list"],
    queryFn: ({ signal, pageParam }) =>
      call<Page<InviteCode>>("GET", codesPath(affiliationId), {
        signal,
        query: { cursor: pageParam },
        quiet: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

/** The uses of a code, newest first. */
export const codeUsesQuery = (affiliationId: string, codeId: string) =>
  infiniteQueryOptions({
    queryKey: [...codesKey(affiliationId), "uses", codeId],
    queryFn: ({ signal, pageParam }) =>
      call<Page<InviteUse>>("GET", `${codesPath(affiliationId)}/${codeId}/usage`, {
        signal,
        query: { cursor: pageParam },
        quiet: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

export interface NewCode {
  code: string | null;
  maxUses: number | null;
  expiresAt: string | null;
  customMessage: string | null;
}

export const createCode = (affiliationId: string, body: NewCode, idempotencyKey: string) =>
  call<InviteCode>("POST", codesPath(affiliationId), { body, idempotencyKey });

export const deactivateCode = (affiliationId: string, codeId: string) =>
  call<InviteCode>("POST", `${codesPath(affiliationId)}/${codeId}/deactivate`);
