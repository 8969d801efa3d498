import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useReducer, useRef, useState } from "react";
import { ProblemError } from "../../api/client.ts";
import type { LegalKey, Me } from "../../api/types.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { useBoot } from "../../shell/app.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormAlert } from "../../ui/note.tsx";
import { acknowledgeLegal, fetchMe, meQuery } from "../accounts/queries.ts";
import { legalNames } from "./queries.ts";

const FIRST_CHECK_DELAY_MS = 1500;
const recheckAfterMs = 3000;
const ALL_DOCUMENTS: readonly LegalKey[] = [
  "terms-of-service",
  "privacy-policy",
  "community-guidelines",
];

/**
 * Blocks the page until the documents are acknowledged: shortly after the first visit, immediately
 * after a change.
 */
export function LegalPopup({ me }: { me: Me }) {
  const { acknowledged, changed } = me.legal;
  const due = !acknowledged || changed.length > 0;
  const settled = useDelay(FIRST_CHECK_DELAY_MS, due);
  const [showing, showAgain] = useReducer((times: number) => times + 1, 0);
  if (!due || (!acknowledged && !settled)) return null;
  const keys = ALL_DOCUMENTS.filter((key) => changed.includes(key));
  return (
    <Popup
      key={showing}
      updated={acknowledged}
      keys={acknowledged && keys.length > 0 ? keys : ALL_DOCUMENTS}
      onHidden={showAgain}
    />
  );
}

interface PopupProps {
  updated: boolean;
  keys: readonly LegalKey[];
  /** Called if the popup is hidden although it is due. */
  onHidden: () => void;
}

function Popup({ updated, keys, onHidden }: PopupProps) {
  const { brand } = useBoot();
  const cache = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  useRecheck(list, onHidden);
  const { mutate, isPending, error } = useSingleFlightMutation({
    mutationFn: acknowledgeLegal,
    onSuccess: (me) => cache.setQueryData(meQuery.queryKey, me),
  });
  return (
    <Dialog
      open
      blocking
      onOpenChange={() => undefined}
      title={updated ? t`Legal Documents Updated` : t`Welcome to ${{ site: brand.name }}`}
      description={
        updated
          ? t`These documents have changed since you last agreed to them.`
          : t`Legal acknowledgment required to continue`
      }
      footer={
        <Button
          variant="primary"
          size="lg"
          busy={isPending}
          onClick={() => mutate()}
          className="w-full"
        >
          {updated ? t`I Acknowledge Updates & Continue` : t`I Agree & Continue`}
        </Button>
      }
    >
      <FormAlert>
        {error === null ? null : error instanceof ProblemError ? error.detail : UNEXPECTED_MESSAGE}
      </FormAlert>
      <ul ref={list} className="divide-y divide-line-soft rounded-lg px-4 edge-line">
        {keys.map((key) => (
          <li key={key} className="py-3">
            <a
              href={legalNames[key].path}
              target="_blank"
              rel="noreferrer"
              className="link text-14"
            >
              {legalNames[key].title}
              <span className="sr-only"> {t`(opens in a new tab)`}</span>
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const UNEXPECTED_MESSAGE = t`An unexpected error occurred. Please try refreshing the page.`;

function useDelay(ms: number, running: boolean): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms, running]);
  return over;
}

/** Checks again whether a hidden popup is still due, and if so shows it again. */
function useRecheck(shown: RefObject<HTMLElement | null>, onHidden: () => void) {
  const cache = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      if (shown.current?.checkVisibility() !== false) return;
      fetchMe(cache)
        .catch(() => undefined)
        .finally(onHidden);
    }, recheckAfterMs);
    return () => clearInterval(timer);
  }, [cache, onHidden, shown]);
}
