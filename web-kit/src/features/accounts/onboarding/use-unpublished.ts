import { useQueries } from "@tanstack/react-query";
import type { LegalKey } from "../../../api/types.ts";
import { isUnpublished } from "../../legal/legal-text.tsx";
import { legalQuery } from "../../legal/queries.ts";
import { type Agreements, documentSteps } from "./steps.ts";

/**
 * The documents that are known not to be published yet. A step loads its own document; those of earlier
 * steps are loaded for this, so that a reload shows them alike.
 */
export function useUnpublished(agreed: Agreements): ReadonlySet<LegalKey> {
  return useQueries({
    queries: documentSteps.map((key) => ({ ...legalQuery(key), enabled: agreed[key] })),
    combine: (documents) =>
      new Set(
        documentSteps.filter((_, index) => {
          const document = documents[index]?.data;
          return document !== undefined && isUnpublished(document);
        }),
      ),
  });
}
