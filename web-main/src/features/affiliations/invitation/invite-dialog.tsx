import { t } from "@lingui/core/macro";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { newIdempotencyKey } from "@guildhall/web-kit/api/idempotency-key.ts";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import type { Affiliation, DirectoryEntry } from "@guildhall/web-kit/api/types.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { Avatar } from "@guildhall/web-kit/ui/avatar.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Dialog } from "@guildhall/web-kit/ui/dialog.tsx";
import { VerifiedTick } from "@guildhall/web-kit/ui/mark.tsx";
import { PeopleSkeleton } from "@guildhall/web-kit/ui/people-skeleton.tsx";
import { Paged } from "@guildhall/web-kit/ui/paged.tsx";
import { PersonName } from "@guildhall/web-kit/ui/person-name.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { directoryQuery } from "@guildhall/web-kit/features/network/queries.ts";
import { sendInvitation } from "@guildhall/web-kit/features/affiliations/invitation/queries.ts";

interface InviteDialogProps {
  affiliation: Affiliation;
  onClose: () => void;
}

/** Searches for users and invites them one at a time. */
export function InviteDialog({ affiliation, onClose }: InviteDialogProps) {
  const [called, setCalled] = useState("");
  // Kept outside the list, so that users stay marked as invited after another search.
  const [invited, setInvited] = useState<readonly string[]>([]);
  const people = useInfiniteQuery({
    ...directoryQuery({ ...ALL_USERS, q: called }),
    placeholderData: keepPreviousData,
  });
  return (
    <Dialog
      open
      title={t`Invite to ${{ affiliation: affiliation.name }}`}
      description={t`They will see the invitation with your name on their next visit.`}
      onOpenChange={(open) => open || onClose()}
    >
      <div className="min-h-[min(26rem,50dvh)] pb-6">
        <SearchField
          label={t`Find people`}
          placeholder={t`Name, handle, place or job`}
          value={called}
          onSearch={setCalled}
          className="h-10"
        />
        <Paged
          query={people}
          failure={t`Failed to load members. Please try again.`}
          waiting={SKELETON_ROWS}
          // While the matches of an earlier search are shown, it is not yet known that there are
          // none.
          empty={people.isPlaceholderData ? SKELETON_ROWS : <NoMatches />}
        >
          {(found) => (
            <ul className="mt-2">
              {found.map((person) => (
                <Invitee
                  key={person.userId}
                  affiliation={affiliation}
                  person={person}
                  isInvited={invited.includes(person.userId)}
                  onInvited={() => setInvited((before) => [...before, person.userId])}
                />
              ))}
            </ul>
          )}
        </Paged>
      </div>
    </Dialog>
  );
}

function NoMatches() {
  return <p className="py-8 text-center text-14 text-ink-2">{t`Nobody found`}</p>;
}

const SKELETON_ROWS = (
  <PeopleSkeleton label={t`Loading people`} className="mt-2" rowClassName="h-14" />
);

const ALL_USERS = {
  affiliation: "",
  industry: "",
  sort: "nameAsc",
  includePrivate: false,
} as const;

interface InviteeProps {
  affiliation: Affiliation;
  person: DirectoryEntry;
  isInvited: boolean;
  onInvited: () => void;
}

function Invitee({ affiliation, person, isInvited, onInvited }: InviteeProps) {
  const { userId, displayName, handle, affiliationName, isSelf } = person;
  const [key] = useState(newIdempotencyKey);
  const invite = useSingleFlightMutation({
    mutationFn: () => sendInvitation(affiliation.id, userId, key),
    onSuccess: () => {
      toast.success(t`Invited ${displayName}`);
      onInvited();
    },
    onError: (error) => {
      toast.error(errorMessage(error, t`Failed to create affiliation invitation`));
    },
  });
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <Avatar name={displayName} src={person.profilePicture} size={36} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-14 font-semibold">
          <PersonName name={displayName} /> {person.isVerified && <VerifiedTick size={13} />}
          {isSelf && <span className="font-normal text-ink-3"> {t`(you)`}</span>}
        </p>
        <p className="truncate text-12 text-ink-3">
          {[handle && `@${handle}`, affiliationName].filter(Boolean).join(" · ")}
        </p>
      </div>
      {!isSelf && (
        <Button
          aria-label={isInvited ? t`${displayName} is invited` : t`Invite ${displayName}`}
          busy={invite.isPending}
          disabled={isInvited}
          {...(isInvited && { icon: <Check size={15} aria-hidden /> })}
          onClick={() => invite.mutate()}
        >
          {isInvited ? t`Invited` : t({ message: "Invite", context: "verb" })}
        </Button>
      )}
    </li>
  );
}
