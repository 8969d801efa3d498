import type { LegalKey } from "@guildhall/web-kit/api/types.ts";

export const legalKeys: readonly LegalKey[] = [
  "terms-of-service",
  "privacy-policy",
  "community-guidelines",
];

export function legalKeyOf(text: string | undefined): LegalKey | null {
  return legalKeys.find((key) => key === text) ?? null;
}
