import { clsx } from "clsx";
import { Link } from "react-router";
import type { AffiliationRequest } from "@guildhall/web-kit/api/types.ts";
import { affiliationPath } from "@guildhall/web-kit/features/affiliations/affiliation-badge.tsx";

/** The name of the requested affiliation, as a link if the affiliation exists. */
export function RequestedName(props: { request: AffiliationRequest; className: string }) {
  const { affiliationId, affiliationName } = props.request;
  const look = clsx("font-semibold wrap-anywhere", props.className);
  if (affiliationId === null) {
    return (
      <span dir="auto" className={look}>
        {affiliationName}
      </span>
    );
  }
  return (
    <Link
      to={affiliationPath({ id: affiliationId, urlPath: null })}
      dir="auto"
      className={clsx(look, "hover:underline")}
    >
      {affiliationName}
    </Link>
  );
}
