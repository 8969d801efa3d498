import { t } from "@lingui/core/macro";
import { Globe, Lock } from "lucide-react";
import { Badge } from "../../ui/badge.tsx";

export function AffiliationBadge({ isPrivate }: { isPrivate: boolean }) {
  return (
    <Badge tone="line">
      {isPrivate ? <Lock size={11} aria-hidden /> : <Globe size={11} aria-hidden />}
      {isPrivate ? t`Private` : t`Public`}
    </Badge>
  );
}

/** The path of an affiliation's page, with its URL path if it has one. */
export function affiliationPath(affiliation: { id: string; urlPath: string | null }): string {
  return `/affiliation/${affiliation.urlPath ?? affiliation.id}`;
}
