import { t } from "@lingui/core/macro";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import type { Person } from "@guildhall/web-kit/api/types.ts";
import { Avatar } from "@guildhall/web-kit/ui/avatar.tsx";
import { FieldError } from "@guildhall/web-kit/ui/field.tsx";
import { Paged } from "@guildhall/web-kit/ui/paged.tsx";
import { PeopleSkeleton } from "@guildhall/web-kit/ui/people-skeleton.tsx";
import { PersonName } from "@guildhall/web-kit/ui/person-name.tsx";
import { SearchField } from "../../../../ui/search-field.tsx";
import { useManage } from "../manage-context.ts";
import { managedMembersQuery } from "../queries.ts";

const SKELETON = <PeopleSkeleton label={t`Loading people`} rowClassName="h-14" />;

/** Chooses one member by a part of the name. */
export function MemberPicker(props: {
  label: string;
  chosen: Person | null;
  /** Ids of members who cannot be chosen. */
  without: readonly string[];
  error: string | undefined;
  onChoose: (member: Person) => void;
}) {
  const { label, chosen, without, error, onChoose } = props;
  const { affiliation } = useManage();
  const [called, setCalled] = useState("");
  const members = useInfiniteQuery({
    ...managedMembersQuery(affiliation.id, called),
    placeholderData: keepPreviousData,
  });
  return (
    <fieldset {...(error !== undefined && { "aria-describedby": "member-picker-error" })}>
      <legend className="mb-1.5 text-13 font-strong">{label}</legend>
      <SearchField
        label={t`Find a member`}
        placeholder={t`Name`}
        value={called}
        onSearch={setCalled}
        className="h-10"
      />
      <div className="mt-2 min-h-44">
        <Paged
          query={members}
          waiting={SKELETON}
          failure={(failed) => errorMessage(failed, t`Failed to load members. Please try again.`)}
          empty={
            members.isPlaceholderData ? (
              SKELETON
            ) : (
              <p className="py-6 text-center text-14 text-ink-2">{t`No member has this name`}</p>
            )
          }
        >
          {(found) => (
            <ul className="divide-y divide-line-soft rounded-md edge-line">
              {found
                .filter(({ userId }) => !without.includes(userId))
                .map((member) => (
                  <li key={member.userId}>
                    <label className="flex items-center gap-3 px-3 py-2 hover:bg-hover max-md:py-3">
                      <input
                        type="radio"
                        name="member"
                        checked={chosen?.userId === member.userId}
                        className="size-4 shrink-0 accent-(--brand-line)"
                        onChange={() => onChoose(member)}
                      />
                      <Avatar name={member.displayName} src={member.profilePicture} size={28} />
                      <span className="min-w-0">
                        <span className="block truncate text-14 font-medium">
                          <PersonName name={member.displayName} />
                        </span>
                        {member.handle !== null && (
                          <span className="block truncate text-12 text-ink-3">
                            @{member.handle}
                          </span>
                        )}
                      </span>
                    </label>
                  </li>
                ))}
            </ul>
          )}
        </Paged>
      </div>
      {error !== undefined && <FieldError id="member-picker-error">{error}</FieldError>}
    </fieldset>
  );
}
