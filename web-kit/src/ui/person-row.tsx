import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Person } from "../api/types.ts";
import { AffiliationBadges } from "./affiliation-badges.tsx";
import { Avatar } from "./avatar.tsx";
import { VerifiedTick } from "./mark.tsx";
import { isFormerMember, PersonName } from "./person-name.tsx";

export interface PersonRowProps {
  person: Person;
  /** Shown at the end of the row. */
  aside?: ReactNode;
  /** Called when the profile is opened. */
  onOpen: () => void;
}

/** A person in the list of a dialog, which leads to their profile. */
export function PersonRow({ person, aside, onOpen }: PersonRowProps) {
  const row = "flex min-h-14 items-center gap-3 py-2";
  const content = (
    <>
      <Avatar name={person.displayName} src={person.profilePicture} size={36} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-14 font-semibold">
          <PersonName name={person.displayName} /> {person.isVerified && <VerifiedTick size={13} />}{" "}
          <AffiliationBadges affiliations={person.affiliations} />
        </span>
        <span className="block truncate text-12 text-ink-3">
          {[person.handle && `@${person.handle}`, person.affiliationName]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
      {aside !== undefined && <span className="shrink-0 text-12 text-ink-3">{aside}</span>}
    </>
  );
  if (isFormerMember(person)) return <span className={row}>{content}</span>;
  return (
    <Link
      to={`/profile/${person.handle ?? person.userId}`}
      className={`${row} rounded-sm hover:bg-hover`}
      onClick={onOpen}
    >
      {content}
    </Link>
  );
}
