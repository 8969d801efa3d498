import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import type { LegalKey, Me } from "../../../api/types.ts";
import { agreedAlready, type Agreements, steps } from "./steps.ts";

/** How far one document was read. */
export interface DocumentProgress {
  key: LegalKey;
  version: number;
  /** Scroll position: 0 at the beginning of the text, 1 at its end. */
  position: number;
  readToEnd: boolean;
  agreed: boolean;
}

/** The position of a member in the wizard, as the server stores it. */
export interface Progress {
  /** Zero-based. */
  step: number;
  documents: readonly DocumentProgress[];
}

const path = "/api/me/onboarding/progress";

/** Read once for each visit: what is done here is kept in the cache as it is saved. */
export const progressQuery = queryOptions({
  queryKey: ["onboarding", "progress"],
  queryFn: ({ signal }) => call<Progress>("GET", path, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export function saveProgress(progress: Progress): Promise<Progress> {
  return call<Progress>("PUT", path, { body: progress, quiet: true });
}

/** What the member has agreed to, on an earlier visit or in this one. */
export function agreementsOf(me: Me, progress: Progress): Agreements {
  const agreed = agreedAlready(me);
  for (const document of progress.documents) agreed[document.key] ||= document.agreed;
  return agreed;
}

/** The last step that may be opened: that of the first document not agreed to. */
export function lastReachable(agreed: Agreements): number {
  const missing = steps.findIndex(({ key }) => key !== null && !agreed[key]);
  return missing === -1 ? steps.length - 1 : missing;
}

/** The progress with one document changed. */
export function withDocument(
  progress: Progress,
  key: LegalKey,
  changes: Partial<DocumentProgress>,
): Progress {
  const documents = progress.documents.map((document) =>
    document.key === key ? { ...document, ...changes } : document,
  );
  return { ...progress, documents };
}
