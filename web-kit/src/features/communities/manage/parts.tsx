import { t } from "@lingui/core/macro";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { ProblemError, errorMessage } from "../../../api/problem.ts";
import type { Person } from "../../../api/types.ts";
import { AffiliationBadges } from "../../../ui/affiliation-badges.tsx";
import { VerifiedTick } from "../../../ui/mark.tsx";
import { Paged, type PagedProps } from "../../../ui/paged.tsx";
import { PeopleSkeleton } from "../../../ui/people-skeleton.tsx";
import { PersonPicture, PersonTrigger } from "../../person-card/person-trigger.tsx";

/** The refusal in place of content that the viewer may not see. */
export function AccessDenied({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="grid flex-1 place-items-center px-8 py-16 text-center">
      <div>
        <span className="inline-grid size-11 place-items-center rounded-full bg-selected text-ink-2">
          <Lock size={20} aria-hidden />
        </span>
        <h2 className="mt-3.5 text-15 font-semibold">{children}</h2>
      </div>
    </div>
  );
}

export interface ManageListProps<Item> extends Pick<
  PagedProps<Item>,
  "query" | "empty" | "children"
> {
  /** Shown if the error has no message of its own. */
  failure: string;
}

/** A list of the admin area in its loading, error, empty and loaded states. */
export function ManageList<Item>({ failure, ...list }: ManageListProps<Item>) {
  const { data, error } = list.query;
  if (data === undefined && error instanceof ProblemError && error.status === 403) {
    return <AccessDenied>{error.detail}</AccessDenied>;
  }
  return (
    <div className="px-4 py-4 md:px-6">
      <Paged
        {...list}
        waiting={<ManageSkeleton />}
        failure={(refused) => errorMessage(refused, failure)}
      />
    </div>
  );
}

export function ManageSkeleton() {
  return <PeopleSkeleton className="flex flex-col gap-6 py-3" />;
}

/** A row about one person; on a phone the actions are below the text. */
export function PersonRow(props: {
  person: Person;
  own?: boolean;
  /** The line below the name. */
  meta: ReactNode;
  /** A longer text by or about the person. */
  text?: string;
  actions?: ReactNode;
}) {
  const { person, own = false, meta, text = "", actions } = props;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3">
      <PersonPicture person={person} size={36} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate text-14 font-semibold">
          <PersonTrigger person={person} className="max-w-full truncate align-bottom" />{" "}
          {person.isVerified && <VerifiedTick size={13} />}{" "}
          {own && <span className="font-normal text-ink-3">{t`(you)`} </span>}
          <AffiliationBadges affiliations={person.affiliations} />
        </p>
        <p className="text-12 text-ink-3">{meta}</p>
        {text !== "" && (
          <p
            dir="auto"
            className="mt-1 max-w-[62ch] text-14 wrap-anywhere whitespace-pre-line text-ink-2"
          >
            {text}
          </p>
        )}
      </div>
      {actions !== undefined && (
        <div className="flex flex-wrap items-center gap-2 max-md:w-full max-md:ps-12 md:self-center">
          {actions}
        </div>
      )}
    </div>
  );
}

/** The second line of a person's row. */
export function personSubtitle({ handle, affiliationName }: Person): string {
  return [handle !== null && `@${handle}`, affiliationName].filter(Boolean).join(" · ");
}
