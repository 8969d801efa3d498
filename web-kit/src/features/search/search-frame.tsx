import { t } from "@lingui/core/macro";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useDialogFocus } from "../../ui/dialog-focus.ts";
import { useBackCloses } from "../../ui/use-back-closes.ts";

const PANEL_CLASS =
  "fixed z-50 flex flex-col overflow-hidden outline-none forced-colors:border " +
  "max-md:inset-0 max-md:bg-surface max-md:pb-[env(safe-area-inset-bottom)] " +
  "md:top-[min(7rem,10dvh)] md:left-1/2 md:max-h-[min(36rem,80dvh)] md:w-[min(42.5rem,calc(100vw-2rem))] md:-translate-x-1/2 md:animate-fade md:rounded-lg md:bg-raised md:shadow-e3";

/** High on a desk, the whole of a phone. Esc gives the focus back to where it was. */
export function SearchFrame({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const focus = useDialogFocus();
  useBackCloses(true, onClose);
  return (
    <Radix.Root open onOpenChange={(stays) => !stays && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim max-md:hidden" />
        <Radix.Content
          data-slot="search"
          className={PANEL_CLASS}
          aria-describedby={undefined}
          {...focus}
        >
          <Radix.Title className="sr-only">{t`Search`}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
