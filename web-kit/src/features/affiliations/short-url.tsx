import { Link } from "react-router";
import type { Affiliation } from "../../api/types.ts";
import { useBoot } from "../../shell/app.ts";
import { affiliationPath } from "./affiliation-badge.tsx";

/** The affiliation's address on the main site, in a list of facts (F-026). */
export function ShortUrl({ affiliation }: { affiliation: Affiliation }) {
  const { portal, mainOrigin } = useBoot();
  if (affiliation.urlPath === null) return null;
  const path = affiliationPath(affiliation);
  const words = `${new URL(mainOrigin).host}${path}`;
  const look = "link [overflow-wrap:anywhere]";
  return (
    <span className="meta-dot min-w-0">
      {portal === null ? (
        <Link to={path} className={look}>
          <bdi>{words}</bdi>
        </Link>
      ) : (
        <a href={`${mainOrigin}${path}`} className={look}>
          <bdi>{words}</bdi>
        </a>
      )}
    </span>
  );
}
