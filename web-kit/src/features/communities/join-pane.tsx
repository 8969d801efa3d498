import { Lock } from "lucide-react";
import type { Community } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { RichText } from "../posts/rich-text.tsx";
import { CommunitySign } from "./community-sign.tsx";
import { useJoin } from "./discover.tsx";
import { membersWords, VISIBILITY_WORDS } from "./words.ts";

/** A community seen from outside: what it is, and the way in if there is one. */
export function JoinPane({ community }: { community: Community }) {
  const join = useJoin();
  const names = community.affiliations.map((affiliation) => affiliation.name);
  return (
    <section
      aria-label={community.name}
      data-pane="join"
      className="grid min-w-0 flex-1 place-items-center overflow-y-auto px-6 py-10"
    >
      <div className="w-full max-w-[440px] text-center">
        <CommunitySign community={community} size={56} />
        <h2 className="display mt-4 text-24" dir="auto">
          {community.name}
        </h2>
        <p className="mt-1 text-13 text-ink-3">
          {VISIBILITY_WORDS[community.visibility]}
          <span className="meta-dot">{membersWords(community)}</span>
        </p>
        <RichText html={community.description} className="mt-3 text-15 text-ink-2" />
        {names.length > 0 && (
          <p className="mt-3 text-13 text-ink-3">For members of {names.join(", ")}</p>
        )}
        {community.viewer.canJoin ? (
          <Button
            variant="primary"
            size="lg"
            className="mt-6"
            busy={join.isPending}
            onClick={() => join.mutate(community)}
          >
            Join
          </Button>
        ) : (
          <p className="mt-6 inline-flex items-center gap-2 text-13 text-ink-2">
            <Lock size={15} aria-hidden />
            {closedBecause(community)}
          </p>
        )}
      </div>
    </section>
  );
}

function closedBecause(community: Community): string {
  if (community.status === "paused") {
    return "This community is currently paused and not accepting new members";
  }
  if (community.visibility !== "public" || community.affiliations.length === 0) {
    return "You cannot join this community";
  }
  return community.requireAllAffiliations
    ? "This community requires you to have all of its affiliations to join"
    : "This community requires you to have at least one of its affiliations to join";
}
