import { t } from "@lingui/core/macro";
import type { Community } from "../../api/types.ts";
import { TypedText } from "../posts/typed-text.tsx";
import { CommunityIcon } from "./community-icon.tsx";
import { JoinAction } from "./joining/join-action.tsx";
import { affiliationNames, memberCountLabel, VISIBILITY_LABELS } from "./labels.ts";

/** A community as seen by non-members: its description, and how to join if they can. */
export function JoinPane({ community }: { community: Community }) {
  const affiliations = affiliationNames(community);
  return (
    <section
      aria-label={community.name}
      data-pane="join"
      className="grid min-w-0 flex-1 place-items-center overflow-y-auto px-6 py-10"
    >
      <div className="w-full max-w-[440px] text-center">
        <CommunityIcon community={community} size={56} />
        <h2 className="display mt-4 text-24">
          <bdi>{community.name}</bdi>
        </h2>
        <p className="mt-1 text-13 text-ink-3">
          {VISIBILITY_LABELS[community.visibility]}
          <span className="meta-dot">{memberCountLabel(community)}</span>
        </p>
        <TypedText text={community.description} className="mt-3 text-15 text-ink-2" />
        {affiliations !== "" && (
          <p className="mt-3 text-13 text-ink-3">{t`For members of ${affiliations}`}</p>
        )}
        <JoinAction community={community} />
      </div>
    </section>
  );
}
