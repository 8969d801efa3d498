import { t } from "@lingui/core/macro";
import { Link } from "react-router";
import type { Affiliation } from "../../api/types.ts";
import { useMe } from "../accounts/queries.ts";
import { CommunityIcon } from "../communities/community-icon.tsx";
import { memberCountLabel, VISIBILITY_LABELS } from "../communities/labels.ts";

/** The affiliation's communities that the viewer may see, the largest first. */
export function VisibleCommunities({ affiliation }: { affiliation: Affiliation }) {
  const me = useMe();
  const { communities } = affiliation;
  if (communities.length === 0) return null;
  return (
    <section aria-labelledby="affiliation-communities" className="mt-8">
      <h2 id="affiliation-communities" className="text-16 font-semibold">{t`Communities`}</h2>
      <ul className="mt-2 grid gap-x-8 sm:grid-cols-2">
        {communities.map((community) => {
          const { id, name, visibility } = community;
          return (
            <li key={id} className="flex items-center gap-3 py-2.5">
              <CommunityIcon community={{ name, groupType: "community" }} size={36} />
              <span className="min-w-0">
                <span dir="auto" className="block truncate text-14 font-medium" title={name}>
                  {me === null ? (
                    name
                  ) : (
                    <Link to={`/communities/${id}`} className="hover:underline">
                      {name}
                    </Link>
                  )}
                </span>
                <span className="block truncate text-13 text-ink-3">
                  {VISIBILITY_LABELS[visibility]}
                  <span className="meta-dot">{memberCountLabel(community)}</span>
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
