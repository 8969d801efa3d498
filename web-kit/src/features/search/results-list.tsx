import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import type { MouseEvent } from "react";
import { Link } from "react-router";
import { ResultLine } from "./result-line.tsx";
import type { Group, Result } from "./results.ts";

export interface ResultsListProps {
  id: string;
  groups: readonly Group[];
  words: readonly string[];
  viewerId: string;
  /** Id of the option that Enter opens. */
  active: string | null;
  isBusy: boolean;
  onPoint: (optionId: string) => void;
  onOpen: (event: MouseEvent, result: Result) => void;
}

/**
 * The options of the search combobox. The focus stays in the field, which refers to the active
 * option.
 */
export function ResultsList({ id, groups, ...options }: ResultsListProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the field has the focus
    <div
      id={id}
      role="listbox"
      aria-label={t`Results`}
      aria-busy={options.isBusy}
      className="px-2 pb-2 max-md:px-1"
      // A press must not move the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map(({ title, results }, at) => (
        <div key={title} role="group" aria-labelledby={`${id}-${at}`}>
          <div id={`${id}-${at}`} role="presentation" className="px-3 pt-3 pb-1 text-12 text-ink-3">
            {title}
          </div>
          {results.map((result) => (
            <Option key={result.key} listId={id} result={result} {...options} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The element id of an option. */
export const optionId = (listId: string, { key }: Result) => `${listId}-${key}`;

interface OptionProps extends Omit<ResultsListProps, "id" | "groups"> {
  listId: string;
  result: Result;
}

function Option({ listId, result, words, viewerId, active, onPoint, onOpen }: OptionProps) {
  const id = optionId(listId, result);
  const isActive = id === active;
  const option = {
    id,
    role: "option",
    "aria-selected": isActive,
    tabIndex: -1,
    onClick: (event: MouseEvent) => onOpen(event, result),
    onMouseMove: () => !isActive && onPoint(id),
    className: clsx(
      "flex h-11 cursor-pointer items-center gap-3 rounded-md px-3 max-md:h-[52px]",
      isActive && "bg-selected forced-colors:outline",
    ),
  };
  const line = <ResultLine what={result.what} {...{ words, viewerId }} />;
  // An action without an address is no link.
  return result.to === null ? (
    <div {...option}>{line}</div>
  ) : (
    <Link to={result.to} {...option}>
      {line}
    </Link>
  );
}
