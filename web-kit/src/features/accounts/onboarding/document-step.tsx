import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowDown } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import type { LegalDocument, LegalKey } from "../../../api/types.ts";
import { locale } from "../../../language/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { FormAlert } from "../../../ui/note.tsx";
import { LoadingRegion, Skeleton } from "../../../ui/skeleton.tsx";
import { isUnpublished, LegalAddition, legalDate, LegalText } from "../../legal/legal-text.tsx";
import { legalNames, legalQuery } from "../../legal/queries.ts";
import {
  type ReadingPosition,
  type DocumentReader as Followed,
  useReadingProgress,
} from "./use-reading-progress.ts";

const reading = "reading md:text-[1.0625rem]! md:leading-7!";

export interface DocumentStepProps {
  documentKey: LegalKey;
  number: number;
  bookmark: ReadingPosition;
  /** Shown above the box. */
  hint?: ReactNode;
  /** The end of the text was on screen, which unlocks the box. */
  readToEnd: boolean;
  agreed: boolean;
  last: boolean;
  busy: boolean;
  refusal: string | null;
  onAgree: (agreed: boolean) => void;
  onBack: () => void;
  onContinue: () => void;
}

/**
 * One document, with its box locked until its end was on screen. A document that is not published yet has
 * no box: nothing that a member confirms before counts as agreement to it.
 */
export function DocumentStep(props: DocumentStepProps) {
  const { documentKey, agreed, last } = props;
  const names = legalNames[documentKey];
  const { data: document, isError, refetch } = useQuery(legalQuery(documentKey));
  const text = useReadingProgress(document !== undefined, props.bookmark);
  const { box, furthest } = text;
  const unlocked = agreed || props.readToEnd;
  const unpublished = document !== undefined && isUnpublished(document);
  // A new step starts in its text, which is named after it: End and Page Down work at once, and a
  // screen reader says where it is.
  useEffect(() => box.current?.focus({ preventScroll: true }), [box]);
  return (
    <section aria-label={names.title} className="flex min-h-0 flex-1 flex-col">
      <StepHeading number={props.number} title={names.title} document={document} />
      <div aria-hidden className="hidden h-[3px] shrink-0 bg-line-soft md:block">
        <div className="h-full bg-brand-line" style={{ width: `${furthest * 100}%` }} />
      </div>
      {isError ? (
        <ErrorState className="my-auto" title={names.unable} onRetry={() => void refetch()} />
      ) : (
        <DocumentText
          text={text}
          document={document}
          title={names.title}
          done={unlocked || unpublished}
        />
      )}
      <div className="shrink-0 border-t border-line-soft px-5 py-4 md:px-16 md:py-5">
        <FormAlert>{props.refusal}</FormAlert>
        {props.hint}
        <div className="flex flex-wrap items-center gap-4 max-md:flex-col max-md:items-stretch">
          {unpublished ? (
            <p className="text-14 text-ink-2">{t`There is nothing to agree to yet.`}</p>
          ) : (
            <Checkbox
              label={t`I have read and agree to the ${{ document: names.title }}`}
              checked={agreed}
              onChange={(event) => props.onAgree(event.target.checked)}
              {...(!unlocked && { locked: t`Read to the end of the text to unlock this.` })}
            />
          )}
          <div className="flex gap-2 md:ms-auto">
            <Button size="lg" onClick={props.onBack}>{t`Back`}</Button>
            <Button
              variant="primary"
              size="lg"
              className="max-md:flex-1"
              disabled={!agreed && !unpublished}
              busy={props.busy}
              onClick={props.onContinue}
            >
              {last ? t`Join` : t`Continue`}
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}

function StepHeading(props: {
  number: number;
  title: string;
  document: LegalDocument | undefined;
}) {
  const { document } = props;
  return (
    <div className="flex shrink-0 flex-wrap items-end justify-between gap-x-4 px-5 pt-4 pb-3 max-md:border-b max-md:border-line-soft md:px-16 md:pt-8 md:pb-5">
      <div>
        <p className="hidden text-13 text-ink-3 tabular-nums md:block">{t`Step ${{ step: props.number }} of 4`}</p>
        <h2 className="mt-0.5 text-24 font-semibold">{props.title}</h2>
      </div>
      {document && (
        <p className="text-13 text-ink-3 md:text-end">
          {legalDate(document)}
          {!document.isPlaceholder && (
            <span className="meta-dot tabular-nums md:block md:before:hidden">
              {t`Version ${{ version: document.version }}`}
            </span>
          )}
        </p>
      )}
    </div>
  );
}

interface DocumentTextProps {
  text: Followed;
  document: LegalDocument | undefined;
  title: string;
  done: boolean;
}

function DocumentText({ text, document, title, done }: DocumentTextProps) {
  const { box, furthest, onKeyDown, toEnd } = text;
  return (
    <div className="relative flex min-h-0 flex-1">
      {/* Focusable, so that Page Down and End reach the end without a mouse. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it scrolls by keys */}
      <div
        ref={box}
        role="region"
        aria-label={t`${title}, full text`}
        aria-busy={document === undefined}
        onKeyDown={onKeyDown}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region takes the keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto px-5 py-5 focus-visible:-outline-offset-2 md:px-16 md:py-6"
      >
        {document === undefined ? (
          <DocumentSkeleton />
        ) : (
          <div>
            <LegalText document={document} className={reading} />
            <LegalAddition document={document} className={reading} />
          </div>
        )}
      </div>
      {!done && document !== undefined && (
        <>
          <div className="pointer-events-none absolute inset-x-0 bottom-0 h-28 bg-linear-to-t from-surface from-30% to-transparent" />
          <Button
            onClick={toEnd}
            icon={<ArrowDown size={14} aria-hidden />}
            className="absolute bottom-4 left-1/2 -translate-x-1/2 shadow-e2!"
          >
            {t`Scroll to the end to unlock`}
            <span className="ms-1 text-ink-3 tabular-nums">{formatPercent(furthest)}</span>
          </Button>
        </>
      )}
    </div>
  );
}

function formatPercent(part: number): string {
  return new Intl.NumberFormat(locale(), { style: "percent" }).format(part);
}

function DocumentSkeleton() {
  return (
    <LoadingRegion className="flex flex-col gap-4">
      {["a", "b", "c", "d", "e", "f"].map((line) => (
        <Skeleton key={line} className="h-14 w-full" />
      ))}
    </LoadingRegion>
  );
}
