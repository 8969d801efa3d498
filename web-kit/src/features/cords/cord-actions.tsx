import { Trans } from "@lingui/react/macro";
import { t } from "@lingui/core/macro";
import { BadgeCheck, Eraser, Waypoints } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import type { Cord } from "./contract.ts";
import { EraseDialog } from "./erase-dialog.tsx";
import { VouchDialog } from "./vouch-dialog.tsx";

const IntroduceDialog = lazy(async () => ({
  default: (await import("./introduce-dialog.tsx")).IntroduceDialog,
}));

type CordAction = "vouch" | "introduce" | "erase";

export interface CordActionsProps {
  cord: Cord;
  person: { userId: string; firstName: string };
}

/** Vouch, introduce and erase, below a cord. */
export function CordActions({ cord, person }: CordActionsProps) {
  const [requested, setRequested] = useState<CordAction | null>(null);
  // The dialog keeps its wording while the cord reloads behind it.
  const [vouched, setVouched] = useState(false);
  const { mine, theirs } = cord.vouches;
  const close = () => setRequested(null);
  return (
    <>
      {theirs && (
        <p className="mt-4 flex items-center gap-1.5 text-13 text-ink-2">
          <BadgeCheck size={15} aria-hidden className="text-brand-line" />
          <span>
            <Trans>
              <PersonName name={person.firstName} /> vouches for you.
            </Trans>
          </span>
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {(mine || cord.canVouch) && (
          <Button
            size="sm"
            variant={mine ? "tint" : "plain"}
            aria-pressed={mine}
            icon={<BadgeCheck size={14} aria-hidden />}
            onClick={() => {
              setVouched(mine);
              setRequested("vouch");
            }}
          >
            <span>
              {mine ? (
                <Trans>
                  You vouch for <PersonName name={person.firstName} />
                </Trans>
              ) : (
                <Trans>
                  Vouch for <PersonName name={person.firstName} />
                </Trans>
              )}
            </span>
          </Button>
        )}
        {cord.canIntroduce && (
          <Button
            size="sm"
            icon={<Waypoints size={14} aria-hidden />}
            onClick={() => setRequested("introduce")}
          >
            <span>
              <Trans>
                Introduce <PersonName name={person.firstName} /> to …
              </Trans>
            </span>
          </Button>
        )}
        {cord.threads.length > 0 && (
          <Button
            size="sm"
            variant="quiet"
            icon={<Eraser size={14} aria-hidden />}
            onClick={() => setRequested("erase")}
          >{t`Erase cord`}</Button>
        )}
      </div>
      {requested === "vouch" && <VouchDialog {...{ person, vouched }} onClose={close} />}
      {requested === "erase" && <EraseDialog person={person} onClose={close} />}
      <Suspense>
        {requested === "introduce" && <IntroduceDialog person={person} onClose={close} />}
      </Suspense>
    </>
  );
}
