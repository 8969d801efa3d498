import { t } from "@lingui/core/macro";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import type { LegalDocument, LegalKey } from "../../api/types.ts";

export const legalQuery = (key: LegalKey) =>
  queryOptions({
    queryKey: ["legal", key],
    queryFn: ({ signal }) => call<LegalDocument>("GET", `/api/legal/${key}`, { signal }),
  });

export interface LegalNames {
  title: string;
  path: string;
  /** Shown instead of the title if the document does not exist yet. */
  missingTitle: string;
  /** Shown if the document cannot be loaded. */
  unable: string;
}

export const legalNames: Record<LegalKey, LegalNames> = {
  "terms-of-service": {
    title: t`Terms of Service`,
    path: "/terms-of-service",
    missingTitle: t`Terms of Service Coming Soon`,
    unable: t`Unable to load Terms of Service. Please contact support.`,
  },
  "privacy-policy": {
    title: t`Privacy Policy`,
    path: "/privacy-policy",
    missingTitle: t`Privacy Policy Not Available`,
    unable: t`Unable to load Privacy Policy. Please contact support.`,
  },
  "community-guidelines": {
    title: t`Community Guidelines`,
    path: "/community-guidelines",
    missingTitle: t`Community Guidelines Coming Soon`,
    unable: t`Unable to load Community Guidelines. Please contact support.`,
  },
};
