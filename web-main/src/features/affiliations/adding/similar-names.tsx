import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { affiliationPath } from "@guildhall/web-kit/features/affiliations/affiliation-badge.tsx";
import { directoryQuery } from "@guildhall/web-kit/features/affiliations/queries.ts";

/** A single character matches most names. */
const LEAST_CHARS = 2;
const MOST_SHOWN = 3;

export interface SimilarNamesProps {
  /** The requested name. */
  name: string;
  /** Heading above the matches. */
  title: string;
  className?: string;
}

/** Affiliations in the directory whose names contain this one; renders nothing without matches. */
export function SimilarNames({ name, title, className = "" }: SimilarNamesProps) {
  const id = useId();
  const isNamed = name.length >= LEAST_CHARS;
  const { data } = useInfiniteQuery({
    ...directoryQuery({ q: name, whose: "all" }),
    enabled: isNamed,
    // Keeps the previous matches while the next ones load.
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
