import { plural, t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { UserCheck, UserPlus } from "lucide-react";
import { Link } from "react-router";
import type { DirectoryEntry } from "../../api/types.ts";
import { MessageIconButton } from "../../shell/contact/message-button.tsx";
import { AffiliationBadges } from "../../ui/affiliation-badges.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { VerifiedTick } from "../../ui/mark.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { roundCount } from "../../ui/short-count.ts";
import { useRelationship } from "../profile/use-relationship.ts";
import { sharedLabel } from "./shared-label.ts";

export interface PersonRowProps {
  person: DirectoryEntry;
  /** Called when the profile is opened from this row. */
  onOpen: () => void;
}

export function PersonRow({ person, onOpen }: PersonRowProps) {
  const relationship = useRelationship(person);
  const { isFollowing, isSelf, displayName: name, followersCount } = person;
  const shortCount = roundCount(followersCount);
  const affiliation = person.affiliationName;
  const shared = isSelf ? null : sharedLabel(person.shared);
  return (
    <div className="flex items-center gap-4 py-3.5">
      <Avatar name={person.displayName} src={person.profilePicture} size={44} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-1.5">
          <Link
            data-row
            to={`/profile/${person.handle ?? person.userId}`}
            onClick={onOpen}
            className="text-15 font-semibold wrap-anywhere hover:underline"
          >
            <PersonName name={person.displayName} />
          </Link>
          {person.isVerified && <VerifiedTick />}
          <AffiliationBadges affiliations={person.affiliations} />
          {person.handle !== null && <bdi className="text-13 text-ink-3">@{person.handle}</bdi>}
          {isSelf && <Badge>{t`You`}</Badge>}
        </p>
        <p className="truncate text-14 text-ink-2">
          {[person.jobTitle, person.location].filter(Boolean).join(" · ")}
        </p>
        <p className="text-12 text-ink-3">
          <span title={person.affiliationName ?? undefined}>{affiliation}</span>
          <span className={clsx(affiliation !== null && "meta-dot")}>
            {plural(followersCount, {
              one: `${shortCount} follower`,
              other: `${shortCount} followers`,
            })}
          </span>
        </p>
        {shared !== null && <p className="text-12 text-ink-3">{shared}</p>}
      </div>
      {!isSelf && <MessageIconButton person={person} />}
      {!isSelf && (
        <Button
          size="sm"
          aria-label={isFollowing ? t`Following ${name}` : t`Follow ${name}`}
          aria-pressed={isFollowing}
          busy={relationship.isPending}
          icon={
            isFollowing ? <UserCheck size={14} aria-hidden /> : <UserPlus size={14} aria-hidden />
          }
          onClick={() => relationship.mutate({ relationship: "follow", on: !isFollowing })}
        >
          {isFollowing ? t`Following` : t`Follow`}
        </Button>
      )}
    </div>
  );
}
