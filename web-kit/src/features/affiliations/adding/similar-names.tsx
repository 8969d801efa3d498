import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import { Note } from "../../../ui/note.tsx";
import { affiliationPath } from "../affiliation-badge.tsx";
import { directoryQuery } from "../queries.ts";

/** One character is in most names. */
const LEAST_CHARS = 2;
const MOST_SHOWN = 3;

export interface SimilarNamesProps {
  /** What somebody wants to call another one. */
  name: string;
  /** Above those that were found. */
  title: string;
  className?: string;
}

/** The affiliations of the directory whose names hold this one; nothing where there are none, or none is known. */
export function SimilarNames({ name, title, className = "" }: SimilarNamesProps) {
  const id = useId();
  const isNamed = name.length >= LEAST_CHARS;
  const { data } = useInfiniteQuery({
    ...directoryQuery({ q: name, whose: "all" }),
    enabled: isNamed,
    // While somebody types, those that were found stay until the next ones are there.
    placeholderData: keepPreviousData,
  });
  const found = isNamed ? (data?.pages[0]?.items ?? []).slice(0, MOST_SHOWN) : [];
  if (found.length === 0) return null;
  return (
    <Note icon={<Landmark size={16} aria-hidden className="mt-px" />} className={className}>
      <p id={id} className="font-semibold text-ink">
        {title}
      </p>
      <ul aria-labelledby={id} className="mt-1 flex flex-col gap-1">
        {found.map((affiliation) => (
          <li key={affiliation.id}>
            <Link
              to={affiliationPath(affiliation)}
              className="link max-md:inline-block max-md:py-1"
              dir="auto"
            >
              {affiliation.name}
            </Link>
          </li>
        ))}
      </ul>
    </Note>
  );
}
