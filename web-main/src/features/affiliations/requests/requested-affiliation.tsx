import { t } from "@lingui/core/macro";
import type { AffiliationRequest } from "@guildhall/web-kit/api/types.ts";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { SimilarNames } from "../adding/similar-names.tsx";
import { AffiliationBadge } from "@guildhall/web-kit/features/affiliations/affiliation-badge.tsx";
import { RequestedName } from "./requested-name.tsx";

/** The requested affiliation; for a new one also existing affiliations with similar names. */
export function RequestedAffiliation({ request }: { request: AffiliationRequest }) {
  const { type, status, affiliationName, isPrivate } = request;
  const isNew = type === "new";
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={isNew ? "brand" : "neutral"}>{isNew ? t`New affiliation` : t`To join`}</Badge>
        <RequestedName request={request} className="text-14" />
        {isPrivate && <AffiliationBadge isPrivate />}
      </p>
      {isNew && status === "pending" && (
        <SimilarNames
          name={affiliationName}
          title={t`Already listed with a similar name`}
          className="mt-3 max-w-[66ch]"
        />
      )}
    </>
  );
}
