import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import type { LegalKey, Me } from "../../../api/types.ts";
import { existingAgreements, type Agreements, steps } from "./steps.ts";

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

/** Fetched once per visit. The wizard writes each change into the cache and sends it to the server. */
export const progressQuery = queryOptions({
  queryKey: ["onboarding", "progress"],
  queryFn: ({ signal }) => call<Progress>("GET", path, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export function saveProgress(progress: Progress): Promise<Progress> {
  return call<Progress>("PUT", path, { body: progress, quiet: true });
}

/** The stored position, with what the member agreed to on an earlier visit counted as read. */
export function initialProgress(me: Me, stored: Progress): Progress {
  const already = existingAgreements(me);
  const documents = stored.documents.map((document) =>
    already[document.key] ? { ...document, readToEnd: true, agreed: true } : document,
  );
  return { ...stored, documents };
}

export function documentIn(progress: Progress, key: LegalKey): DocumentProgress | undefined {
  return progress.documents.find((document) => document.key === key);
}

export function agreementsIn(progress: Progress): Agreements {
  const isAgreed = (key: LegalKey) => documentIn(progress, key)?.agreed ?? false;
  return {
    "terms-of-service": isAgreed("terms-of-service"),
    "community-guidelines": isAgreed("community-guidelines"),
    "privacy-policy": isAgreed("privacy-policy"),
  };
}

/** The last step that may be opened: that of the first document not agreed to. */
export function lastReachable(agreed: Agreements): number {
  const missing = steps.findIndex(({ key }) => key !== null && !agreed[key]);
  return missing === -1 ? steps.length - 1 : missing;
}

function withDocument(
  progress: Progress,
  key: LegalKey,
  change: (before: DocumentProgress) => DocumentProgress,
): Progress {
  const documents = progress.documents.map((document) =>
    document.key === key ? change(document) : document,
  );
  return { ...progress, documents };
}

// Restoring a position rounds it to whole pixels.
const samePosition = 0.001;

/** A document was scrolled. Once its end was on screen, it stays read. */
export function withReading(
  progress: Progress,
  key: LegalKey,
  position: number,
  atEnd: boolean,
): Progress {
  const before = documentIn(progress, key);
  if (before === undefined) return progress;
  const readToEnd = before.readToEnd || atEnd;
  const isSame = Math.abs(before.position - position) < samePosition;
  if (isSame && readToEnd === before.readToEnd) return progress;
  return withDocument(progress, key, (document) => ({ ...document, position, readToEnd }));
}

/** A box was ticked or cleared. */
export function withAgreement(progress: Progress, key: LegalKey, agreed: boolean): Progress {
  return withDocument(progress, key, (document) => ({
    ...document,
    agreed,
    readToEnd: document.readToEnd || agreed,
  }));
}
