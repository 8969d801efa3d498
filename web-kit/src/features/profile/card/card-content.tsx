import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Pencil, UserCheck, UserPlus, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { ProblemError } from "../../../api/problem.ts";
import type { UserProfile } from "../../../api/types.ts";
import { MessageButton } from "../../../shell/contact/message-button.tsx";
import { messagePerson } from "../../../shell/contact/contact-store.ts";
import { AffiliationBadges } from "../../../ui/affiliation-badges.tsx";
import { Avatar } from "../../../ui/avatar.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { VerifiedTick } from "../../../ui/mark.tsx";
import { Note } from "../../../ui/note.tsx";
import { PersonName } from "../../../ui/person-name.tsx";
import { LoadingRegion, Skeleton } from "../../../ui/skeleton.tsx";
import { useMe } from "../../accounts/queries.ts";
import { CordLine } from "../../cords/cord-line.tsx";
import { profileQuery } from "../queries.ts";
import { useRelationship } from "../use-relationship.ts";
import type { CardPerson } from "../../person-card/card-part.ts";

export interface CardContentProps {
  person: CardPerson;
  onClose: () => void;
}

/** Picture, name and affiliation at once; the rest when the profile has loaded. */
export function CardContent(props: CardContentProps) {
  const { person } = props;
  const me = useMe();
  const affiliation = person.affiliationName;
  return (
    <div className="flex flex-col gap-4 max-md:pb-2">
      <div className="flex items-center gap-3">
        <Avatar name={person.displayName} src={person.profilePicture} size={56} />
        <div className="min-w-0 flex-1">
          <p className="text-16 font-semibold wrap-anywhere">
            <PersonName name={person.displayName} /> {person.isVerified && <VerifiedTick />}{" "}
            <AffiliationBadges affiliations={person.affiliations} />
          </p>
          {person.handle !== null && (
            <p className="truncate text-13 text-ink-3">
              <bdi>@{person.handle}</bdi>
            </p>
          )}
          {affiliation !== null && (
            <p className="truncate text-13 text-ink-2" title={person.affiliationName ?? undefined}>
              <bdi>{affiliation}</bdi>
            </p>
          )}
        </div>
      </div>
      {me?.id === person.userId ? <OwnActions {...props} /> : <LoadedPart {...props} />}
    </div>
  );
}

function OwnActions({ person, onClose }: CardContentProps) {
  return (
    <Actions>
      <ProfileLink {...{ person, onClose }} />
      <ButtonLink
        to="/profile/edit"
        icon={<Pencil size={14} aria-hidden />}
        onClick={onClose}
      >{t`Edit profile`}</ButtonLink>
    </Actions>
  );
}

function LoadedPart({ person, onClose }: CardContentProps) {
  const { data, error, refetch } = useQuery(profileQuery(person.userId));
  if (data !== undefined) return <ProfilePart {...{ person, onClose }} profile={data} />;
  if (error === null) return <ProfileSkeleton />;
  if (error instanceof ProblemError && error.status === 404) {
    return <Note>{t`This profile does not exist or is not visible to you.`}</Note>;
  }
  return (
    <>
      <Note tone="danger" role="alert">{t`Failed to load the profile. Please try again.`}</Note>
      <Actions>
        <Button onClick={() => void refetch()}>{t`Try Again`}</Button>
        <ProfileLink {...{ person, onClose }} />
      </Actions>
    </>
  );
}

function ProfilePart({ person, profile, onClose }: CardContentProps & { profile: UserProfile }) {
  const { about, viewer } = profile;
  const relationship = useRelationship(profile);
  const change = (kind: "follow" | "block", on: boolean) =>
    relationship.mutate({ relationship: kind, on });
  if (viewer.isBlocked) {
    return (
      <>
        <Note tone="warning">
          <Trans>
            You blocked <PersonName name={profile.firstName} />. You cannot find or follow each
            other.
          </Trans>
        </Note>
        <Actions>
          <Button
            busy={relationship.isPending}
            onClick={() => change("block", false)}
          >{t`Unblock`}</Button>
          <ProfileLink {...{ person, onClose }} />
        </Actions>
      </>
    );
  }
  const facts = [about?.jobTitle, about?.location].filter(Boolean).join(" · ");
  return (
    <>
      {facts !== "" && (
        <p className="text-14 wrap-anywhere text-ink-2" dir="auto">
          {facts}
        </p>
      )}
      <CordLine userId={person.userId} />
      <Actions>
        <MessageButton
          person={profile}
          variant="primary"
          onClick={() => {
            // Its dialog follows the card, and returns the focus to the same place.
            onClose();
            messagePerson(profile);
          }}
        />
        <Button
          aria-pressed={viewer.isFollowing}
          busy={relationship.isPending}
          icon={
            viewer.isFollowing ? (
              <UserCheck size={15} aria-hidden />
            ) : (
              <UserPlus size={15} aria-hidden />
            )
          }
          onClick={() => change("follow", !viewer.isFollowing)}
        >
          {viewer.isFollowing ? t`Following` : t`Follow`}
        </Button>
        <ProfileLink {...{ person, onClose }} />
      </Actions>
    </>
  );
}

/** Beside each other if they fit. */
function Actions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-2 *:flex-1">{children}</div>;
}

function ProfileLink({ person, onClose }: CardContentProps) {
  return (
    <ButtonLink
      to={`/profile/${person.handle ?? person.userId}`}
      icon={<UserRound size={15} aria-hidden />}
      onClick={onClose}
    >{t`Profile`}</ButtonLink>
  );
}

function ProfileSkeleton() {
  return (
    <LoadingRegion label={t`Loading profile`} className="flex flex-col gap-4">
      <Skeleton className="h-3.5 w-40" />
      <Skeleton className="h-3.5 w-full" />
      <Skeleton className="h-8 w-full max-md:h-11" />
    </LoadingRegion>
  );
}
