import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { Link } from "react-router";
import { CommunityMark, Hallmark } from "../../ui/mark.tsx";
import type { Cord } from "./contract.ts";
import { commonCommunitiesLabel } from "./labels.ts";

export interface CommonListProps {
  common: Cord["common"];
  /** Counts the communities instead of naming them. */
  compact?: boolean;
}

const linkClass = "flex min-w-0 items-center gap-2.5 text-13 hover:underline max-md:min-h-9";

/** The affiliations and communities of both people. */
export function CommonList({ common, compact = false }: CommonListProps) {
  const { affiliations, communities } = common;
  if (affiliations.length + communities.length === 0) return null;
  return (
    <section aria-label={t`In common`}>
      <h3 className="mb-2.5 text-13 font-semibold">{t`In common`}</h3>
      <ul className={clsx("grid grid-cols-1 gap-x-4 gap-y-2.5", !compact && "sm:grid-cols-2")}>
        {affiliations.map(({ id, name, logo, brandColour }) => (
          <li key={id}>
            <Link to={`/affiliation/${id}`} className={linkClass}>
              <Hallmark name={name} logo={logo} colour={brandColour} size={24} tinted />
              <span className="truncate">{name}</span>
            </Link>
          </li>
        ))}
        {!compact &&
          communities.map(({ id, name, groupType }) => (
            <li key={id}>
              <Link to={`/communities/${id}`} className={linkClass}>
                <CommunityMark name={name} circle={groupType === "trust-circle"} size={24} />
                <span className="truncate">{name}</span>
              </Link>
            </li>
          ))}
      </ul>
      {compact && communities.length > 0 && (
        <p className="mt-2.5 text-12 text-ink-3">{commonCommunitiesLabel(common)}</p>
      )}
    </section>
  );
}
