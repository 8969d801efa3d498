import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Search, X } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { Person } from "../../api/types.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { TextField } from "../../ui/field.tsx";
import { VerifiedTick } from "../../ui/mark.tsx";
import { PeopleSkeleton } from "../../ui/people-skeleton.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { SEARCH_PAUSE_MS, useDebounced } from "../../ui/use-debounced.ts";
import { directoryQuery } from "../network/queries.ts";

export interface PeoplePickerProps {
  chosen: readonly Person[];
  /** Maximum number of chosen people. */
  max: number;
  /** Ids of people who cannot be chosen. */
  excluded: readonly string[];
  onChange: (chosen: readonly Person[]) => void;
}

/** Chooses members of the network by name. The focus stays in the field, as in a combobox. */
export function PeoplePicker({ chosen, max, excluded, onChange }: PeoplePickerProps) {
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed.trim(), SEARCH_PAUSE_MS);
  const found = useFound(q, [...excluded, ...chosen.map(({ userId }) => userId)]);
  const [active, setActive] = useState(0);
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const isFull = chosen.length >= max;
  const people = isFull ? [] : found.people;
  const at = Math.min(active, people.length - 1);
  const choose = (person: Person) => {
    onChange([...chosen, person]);
    setTyped("");
    setActive(0);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const person = people[at];
    if (event.key === "ArrowDown") setActive(Math.min(at + 1, people.length - 1));
    else if (event.key === "ArrowUp") setActive(Math.max(at - 1, 0));
    else if (event.key === "Enter" && typed !== "" && person !== undefined) choose(person);
    else if (event.key === "Backspace" && typed === "") onChange(chosen.slice(0, -1));
    else return;
    if (event.key !== "Backspace") event.preventDefault();
  };
  return (
    <div>
      <Chosen
        {...{ chosen }}
        onRemove={(gone) => {
          onChange(chosen.filter((one) => one !== gone));
          field.current?.focus();
        }}
      />
      <TextField
        ref={field}
        label={t`People`}
        type="search"
        role="combobox"
        autoComplete="off"
        aria-expanded={people.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(people[at] !== undefined && { "aria-activedescendant": `${listId}-${at}` })}
        placeholder={t`Search by name or handle`}
        leading={<Search size={16} aria-hidden className="text-ink-3" />}
        hint={isFull ? t`No more people can be added.` : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className="mt-2 h-[min(16rem,32dvh)] overflow-y-auto">
        {found.isLoading && <PeopleSkeleton label={t`Loading people`} rowClassName="h-12" />}
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the field has the focus */}
        <div
          id={listId}
          role="listbox"
          aria-label={t`Found people`}
          onMouseDown={(event) => event.preventDefault()}
        >
          {people.map((person, index) => (
            <Option
              key={person.userId}
              id={`${listId}-${index}`}
              {...{ person }}
              isActive={index === at}
              onChoose={() => choose(person)}
            />
          ))}
        </div>
        <p role="status" className="px-2 text-13 text-ink-3">
          {found.isEmpty && !isFull && <span className="block pt-3">{t`No members match.`}</span>}
          {found.error && <span className="block pt-3">{t`Failed to load people.`}</span>}
        </p>
      </div>
    </div>
  );
}

function useFound(q: string, excluded: readonly string[]) {
  const query = useInfiniteQuery(
    directoryQuery({ q, affiliation: "", industry: "", sort: "nameAsc", includePrivate: false }),
  );
  const all = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const people = all.filter((one) => !one.isSelf && !excluded.includes(one.userId));
  return {
    people,
    isLoading: query.isPending,
    isEmpty: query.isSuccess && people.length === 0,
    error: query.isError,
  };
}

function Option(props: { id: string; person: Person; isActive: boolean; onChoose: () => void }) {
  const { id, person, isActive, onChoose } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the field
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className="flex min-h-12 cursor-default items-center gap-3 rounded-md px-2 hover:bg-hover aria-selected:bg-selected"
      onClick={onChoose}
    >
      <Avatar name={person.displayName} src={person.profilePicture} size={32} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-14 font-medium">
          <PersonName name={person.displayName} /> {person.isVerified && <VerifiedTick size={13} />}
        </span>
        <span className="block truncate text-12 text-ink-3">
          <bdi>
            {[person.handle === null ? null : `@${person.handle}`, person.affiliationName]
              .filter(Boolean)
              .join(" · ")}
          </bdi>
        </span>
      </span>
    </div>
  );
}

function Chosen(props: { chosen: readonly Person[]; onRemove: (person: Person) => void }) {
  if (props.chosen.length === 0) return null;
  return (
    <ul aria-label={t`Chosen people`} className="mb-3 flex flex-wrap gap-1.5">
      {props.chosen.map((person) => {
        const name = person.displayName;
        return (
          <li key={person.userId}>
            <button
              type="button"
              aria-label={t`Remove ${name}`}
              className="inline-flex h-8 items-center gap-1.5 rounded-full bg-selected ps-1 pe-2 text-13 hover:bg-press max-md:h-10"
              onClick={() => props.onRemove(person)}
            >
              <Avatar name={name} src={person.profilePicture} size={24} />
              <PersonName name={name} />
              <X size={13} aria-hidden className="text-ink-3" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
