import { plural } from "@lingui/core/macro";
import { clsx } from "clsx";
import { createContext, Fragment, use } from "react";
import type { Person } from "../api/types.ts";

/** The server sends at most this many. */
const SHOWN_MAX = 2;

/** False where all people have the same affiliation, as on a portal. */
export const ShowsAffiliations = createContext(true);

export interface AffiliationBadgesProps {
  /** Missing in people that were stored by an earlier release. */
  affiliations: Person["affiliations"] | undefined;
  className?: string;
}

/**
 * The short names of a person's affiliations, for the place next to their name. They are cut off
 * where space is short.
 */
export function AffiliationBadges({ affiliations, className }: AffiliationBadgesProps) {
  const isShown = use(ShowsAffiliations);
  const shown = (affiliations ?? []).slice(0, SHOWN_MAX);
  if (!isShown || shown.length === 0) return null;
  return (
    <span
      data-slot="affiliation-badges"
      title={shown.map(({ shortName }) => shortName).join(", ")}
      className={clsx("min-w-0 truncate text-12 font-normal text-ink-3", className)}
    >
      <span className="sr-only">
        {plural(shown.length, { one: "Affiliation:", other: "Affiliations:" })}{" "}
      </span>
      {shown.map(({ id, shortName }, place) => (
        <Fragment key={id}>
          {place > 0 && " · "}
          <bdi>{shortName}</bdi>
        </Fragment>
      ))}
    </span>
  );
}
