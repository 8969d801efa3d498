import { plural, t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { Avatar } from "../../ui/avatar.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import type { Mentions } from "./use-mentions.ts";

/** Suggested members above the text; the keyboard focus stays in the text area. */
export function MentionList({ mentions }: { mentions: Mentions }) {
  const { people, active, listId, optionId, choose, point } = mentions;
  return (
    <>
      <span role="status" className="sr-only">
        {people.length > 0 && suggestionCount(people.length)}
      </span>
      {people.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label={t`Members to mention`}
          className="pop absolute start-0 bottom-full z-30 mb-1.5 w-[min(20rem,100%)] animate-fade p-1.5"
        >
          {people.map((member, at) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text area handles its keys
            <div
              key={member.userId}
              id={optionId(at)}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              // A press must not move the focus out of the text area.
              onMouseDown={(event) => event.preventDefault()}
              onPointerMove={() => point(at)}
              onClick={() => choose(member)}
              className={clsx(
                "flex min-h-9 cursor-default items-center gap-2.5 rounded-sm px-2 text-13 max-md:min-h-11",
                at === active && "bg-selected",
              )}
            >
              <Avatar name={member.displayName} src={member.profilePicture} size={24} />
              <span className="min-w-0 truncate font-strong">
                <PersonName name={member.displayName} />
              </span>
              <span className="ms-auto shrink-0 text-12 text-ink-3">@{member.handle}</span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}

function suggestionCount(people: number): string {
  return plural(people, { one: "# member to mention", other: "# members to mention" });
}
