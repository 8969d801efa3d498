import { call } from "@guildhall/web-kit/api/client.ts";
import type { FoundUser } from "@guildhall/web-kit/api/staff-types.ts";
import type { Affiliation, Page } from "@guildhall/web-kit/api/types.ts";

export interface CreatedAffiliation {
  name: string;
  description: string;
  tagline?: string;
  website?: string;
  isPrivate: boolean;
  isVerified: boolean;
  creatorId: string | null;
}

export const createAffiliation = (body: CreatedAffiliation, idempotencyKey: string) =>
  call<Affiliation>("POST", "/api/staff/affiliations", { body, idempotencyKey });

/** The id of the account with this email address; null if there is none. */
export async function findAccountByEmail(email: string): Promise<string | null> {
  const query = { q: email };
  const { items } = await call<Page<FoundUser>>("GET", "/api/staff/users", { query });
  const wanted = email.toLowerCase();
  return items.find((user) => user.email.toLowerCase() === wanted)?.id ?? null;
}
