import { t } from "@lingui/core/macro";
import type { Community } from "../../api/types.ts";
import { formatMoment } from "../../ui/time.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { TypedText } from "../posts/typed-text.tsx";
import {
  affiliationNames,
  memberCountLabel,
  postCountLabel,
  threadCountLabel,
  VISIBILITY_LABELS,
} from "./labels.ts";

export function AboutDialog({ community, onClose }: { community: Community; onClose: () => void }) {
  const facts = communityFacts(community);
  return (
    <Dialog open title={community.name} onOpenChange={(open) => open || onClose()}>
      <div className="pb-6">
        <TypedText text={community.description} className="text-15" />
        <dl className="mt-5 divide-y divide-line-soft border-y border-line-soft text-13">
          {facts.map(([word, value]) => (
            <div key={word} className="flex justify-between gap-6 py-2.5">
              <dt className="text-ink-3">{word}</dt>
              <dd className="text-end font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}

function communityFacts(community: Community): readonly (readonly [string, string])[] {
  const facts: [string, string][] = [
    [t`Kind`, community.groupType === "trust-circle" ? t`Trust circle` : t`Community`],
    [t`Visibility`, VISIBILITY_LABELS[community.visibility]],
    [t`Members`, memberCountLabel(community)],
    [t`Threads`, threadCountLabel(community.totalThreads)],
    [t`Posts`, postCountLabel(community.totalPosts)],
    [t({ message: "Started", context: "date of a community" }), formatMoment(community.created)],
  ];
  if (community.affiliations.length > 0) {
    facts.push([
      community.requireAllAffiliations ? t`For members of all of` : t`For members of`,
      affiliationNames(community),
    ]);
  }
  const { pauseInfo, deletionStatus } = community;
  if (community.status === "paused") {
    facts.push([t`Paused`, pauseInfo?.pausedReason ?? t`By the moderation team`]);
    if (pauseInfo?.pausedUntil) facts.push([t`Paused until`, formatMoment(pauseInfo.pausedUntil)]);
  }
  if (deletionStatus.isPending && deletionStatus.scheduledFor !== null) {
    facts.push([t`Will be deleted`, formatMoment(deletionStatus.scheduledFor)]);
  }
  return facts;
}
