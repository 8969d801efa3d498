import type { Person } from "../../api/types.ts";
import { PersonPicture } from "./person-trigger.tsx";

/** Overlapping pictures of a few participants, which open their cards, and the number of the others. */
export function ParticipantStack(props: { people: readonly Person[]; more: number; size: number }) {
  const { people, more, size } = props;
  return (
    <span className="flex [&>:not(:first-child)]:-ms-1.5">
      {people.map((person) => (
        <PersonPicture
          key={person.userId}
          {...{ person, size }}
          isAlone
          className="rounded-full shadow-[0_0_0_2px_var(--surface)] focus-visible:z-10"
        />
      ))}
      {more > 0 && (
        <span
          style={{ height: size, minWidth: size }}
          className="inline-grid place-items-center rounded-full bg-sunken px-1.5 text-11 font-semibold text-ink-2 shadow-[0_0_0_2px_var(--surface)]"
        >
          +{more}
        </span>
      )}
    </span>
  );
}
