import { t } from "@lingui/core/macro";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { errorMessage } from "../../api/problem.ts";
import { keys } from "../../api/keys.ts";
import type { Me, Person } from "../../api/types.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { TextField } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { SEARCH_PAUSE_MS, useDebounced } from "../../ui/use-debounced.ts";
import { peopleSearchQuery } from "./queries.ts";

export interface PeoplePickerProps {
  label: string;
  chosen: Person | null;
  onChoose: (person: Person | null) => void;
  /** Not offered, in addition to the viewer. */
  exceptId: string;
  error: string | undefined;
}

/** Chooses a person by name or handle: a field with suggestions below it. */
export function PeoplePicker(props: PeoplePickerProps) {
  const { label, chosen, onChoose } = props;
  const [removed, setRemoved] = useState(false);
  if (chosen === null) return <PeopleSearch {...props} takesFocus={removed} />;
  const name = chosen.displayName;
  return (
    <div role="group" aria-label={label}>
      <p aria-hidden className="mb-1.5 text-13 font-strong">
        {label}
      </p>
      <div className="flex items-center gap-3 rounded-sm px-3 py-1.5 edge-line">
        <Avatar name={chosen.displayName} src={chosen.profilePicture} size={28} />
        <span className="min-w-0 flex-1 truncate text-14 font-medium">
          <PersonName name={chosen.displayName} />
        </span>
        <IconButton
          label={t`Remove ${name}`}
          icon={<X size={16} aria-hidden />}
          ref={focusElement}
          onClick={() => {
            setRemoved(true);
            onChoose(null);
          }}
        />
      </div>
    </div>
  );
}

/** The field and the chosen person replace each other, so the focus moves along. */
const focusElement = (element: HTMLElement | null) => element?.focus();

function PeopleSearch(props: PeoplePickerProps & { takesFocus: boolean }) {
  const { label, onChoose, exceptId, error, takesFocus } = props;
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const listId = useId();
  const { people, status } = useFoundPeople(typed, exceptId);
  const active = people[Math.min(at, people.length - 1)];
  const optionId = (person: Person) => `${listId}-${person.userId}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || people.length === 0) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setAt((at + step + people.length) % people.length);
    else if (event.key === "Enter" && active !== undefined) onChoose(active);
    else return;
    event.preventDefault();
  };
  return (
    <div>
      <TextField
        label={label}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={people.length > 0}
        aria-controls={listId}
        {...(active !== undefined && { "aria-activedescendant": optionId(active) })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={t`Name or handle`}
        maxLength={100}
        {...(takesFocus && { ref: focusElement })}
        error={error}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={t`Members`} className="mt-1 empty:mt-0">
        {people.map((person) => (
          <Option
            key={person.userId}
            id={optionId(person)}
            person={person}
            isActive={person === active}
            onChoose={onChoose}
          />
        ))}
      </div>
      <p role="status" className="text-12 text-ink-3 not-empty:mt-1.5">
        {status}
      </p>
    </div>
  );
}

const OFFERED_MAX = 5;

function useFoundPeople(typed: string, exceptId: string) {
  const cache = useQueryClient();
  const wanted = typed.trim().replaceAll(/\s+/g, " ");
  const q = useDebounced(wanted, SEARCH_PAUSE_MS);
  const { data, error, isFetching } = useQuery({
    ...peopleSearchQuery(q),
    placeholderData: keepPreviousData,
  });
  const viewerId = cache.getQueryData<Me>(keys.me)?.id;
  const people = (wanted === "" ? [] : (data ?? []))
    .filter(({ userId }) => userId !== exceptId && userId !== viewerId)
    .slice(0, OFFERED_MAX);
  const isAnswered = wanted !== "" && q === wanted && !isFetching;
  let status = "";
  if (isAnswered && error !== null)
    status = errorMessage(error, t`Search failed. Please try again.`);
  else if (isAnswered && people.length === 0) status = t`No members match.`;
  return { people, status };
}

interface OptionProps {
  id: string;
  person: Person;
  isActive: boolean;
  onChoose: (person: Person) => void;
}

function Option({ id, person, isActive, onChoose }: OptionProps) {
  const { displayName, profilePicture, handle, affiliationName } = person;
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/click-events-have-key-events -- the field has the focus and the keys
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      // A press must not move the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(person)}
      className={clsx(
        "flex h-11 cursor-default items-center gap-3 rounded-sm px-2.5 hover:bg-hover max-md:h-[52px]",
        isActive && "bg-selected forced-colors:outline",
      )}
    >
      <Avatar name={displayName} src={profilePicture} size={28} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-13 font-medium">
          <PersonName name={displayName} />
        </span>
        <span className="block truncate text-12 text-ink-3">
          <bdi>
            {[handle === null ? null : `@${handle}`, affiliationName].filter(Boolean).join(" · ")}
          </bdi>
        </span>
      </span>
    </div>
  );
}
