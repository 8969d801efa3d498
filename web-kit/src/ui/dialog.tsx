import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type CSSProperties, type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { useDialogFocus } from "./dialog-focus.ts";
import { IconButton } from "./icon-button.tsx";
import { useBackCloses } from "./use-back-closes.ts";
import { useTypedText } from "./use-typed-text.ts";

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Read out with the title; also shown, unless `quietDescription`. */
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons, the main one last; full width and reversed on a phone. */
  footer?: ReactNode;
  /** Cannot be left without an answer: no close button, no Escape, no click outside. */
  blocking?: boolean;
  /** Back leaves it open: it asks about a navigation, which may itself be a Back. */
  guardsNavigation?: boolean;
  /** Typed text is kept when it closes, so that it never asks. */
  keepsText?: boolean;
  /** `sheet` keeps the title for screen readers only, as in the phone's More menu. */
  titleHidden?: boolean;
  className?: string;
}

const panelClass =
  "fixed z-50 flex flex-col bg-raised shadow-e3 outline-none forced-colors:border " +
  "max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[88dvh] max-md:animate-sheet max-md:rounded-t-[20px] max-md:pb-[max(16px,env(safe-area-inset-bottom))] " +
  "md:top-1/2 md:left-1/2 md:max-h-[min(88dvh,46rem)] md:w-[min(30rem,calc(100vw-2rem))] md:-translate-x-1/2 md:-translate-y-1/2 md:animate-fade md:rounded-lg";

/** Centred on a desk, a bottom sheet on a phone. Focus stays inside and returns where it was. */
export function Dialog(props: DialogProps) {
  const { blocking = false, guardsNavigation = false } = props;
  const hold = blocking ? (event: Event) => event.preventDefault() : undefined;
  return (
    <DialogFrame
      open={props.open}
      onOpenChange={props.onOpenChange}
      described={props.description !== undefined}
      staysOnBack={blocking || guardsNavigation}
      keepsText={props.keepsText ?? false}
      {...(props.className !== undefined && { className: props.className })}
      {...(hold && { onEscapeKeyDown: hold, onInteractOutside: hold })}
    >
      {!blocking && <Grabber />}
      <Heading {...props} blocking={blocking} />
      {props.children !== undefined && (
        <div className="min-h-0 overflow-y-auto px-6 pt-4 pb-1 max-md:px-5">{props.children}</div>
      )}
      {props.titleHidden && <Radix.Close className="sr-only">{t`Close`}</Radix.Close>}
      {props.footer !== undefined && (
        <div className="flex shrink-0 justify-end gap-2 px-6 pt-5 pb-6 max-md:flex-col-reverse max-md:px-5 max-md:pb-2">
          {props.footer}
        </div>
      )}
    </DialogFrame>
  );
}

export interface DialogFrameProps extends Pick<
  DialogProps,
  "open" | "onOpenChange" | "className" | "keepsText"
> {
  /** Whether a description is among its children; a title must be. */
  described: boolean;
  /** Whether the browser's Back on a phone is not a way to close it. */
  staysOnBack?: boolean;
  onEscapeKeyDown?: (event: Event) => void;
  onInteractOutside?: (event: Event) => void;
  style?: CSSProperties;
  children: ReactNode;
}

/**
 * What every dialog has in common, for those that are laid out in a way of their own. Escape, Back
 * and a click outside ask first if text was typed in it.
 */
export function DialogFrame(props: DialogFrameProps) {
  const {
    open,
    onOpenChange,
    described,
    className,
    children,
    staysOnBack = false,
    keepsText = false,
    ...rest
  } = props;
  const focus = useDialogFocus();
  const typed = useTypedText();
  const [isAsking, setAsking] = useState(false);
  const wouldLoseText = () => !keepsText && typed.hasText();
  const askFirst = (event: Event) => {
    if (!wouldLoseText()) return;
    event.preventDefault();
    setAsking(true);
  };
  useBackCloses(open && !staysOnBack, () => {
    if (wouldLoseText()) setAsking(true);
    else onOpenChange(false);
  });
  return (
    <>
      <Radix.Root open={open} onOpenChange={onOpenChange}>
        <Radix.Portal>
          <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
          <Radix.Content
            data-slot="dialog"
            className={clsx(panelClass, className)}
            onEscapeKeyDown={askFirst}
            onPointerDownOutside={askFirst}
            onFocusCapture={typed.onFocusCapture}
            {...focus}
            {...rest}
            {...(!described && { "aria-describedby": undefined })}
          >
            {children}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      {open && isAsking && (
        <DiscardDialog onKeep={() => setAsking(false)} onDiscard={() => onOpenChange(false)} />
      )}
    </>
  );
}

/** Asks before a dialog is closed that contains typed text. */
function DiscardDialog({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(stays) => stays || onKeep()}
      title={t`Discard what you wrote?`}
      description={t`It has not been saved or sent yet.`}
      footer={
        <>
          <Button size="lg" onClick={onKeep}>{t`Keep writing`}</Button>
          <Button size="lg" variant="danger" onClick={onDiscard}>{t`Discard`}</Button>
        </>
      }
    />
  );
}

function Heading(props: DialogProps & { blocking: boolean }) {
  return (
    <div
      className={clsx(
        "flex items-start gap-3 px-6 pt-6 max-md:px-5",
        // Below the handle, where there is one.
        !props.blocking && "max-md:pt-3",
        props.titleHidden && "sr-only",
      )}
    >
      <div className="min-w-0 flex-1">
        <Radix.Title className="heading-voice text-20 font-semibold">{props.title}</Radix.Title>
        {props.description !== undefined && (
          <Radix.Description asChild className="mt-1.5 text-14 text-ink-2">
            <div>{props.description}</div>
          </Radix.Description>
        )}
      </div>
      {!props.blocking && !props.titleHidden && (
        <Radix.Close asChild>
          <IconButton label={t`Close`} icon={<X size={18} />} className="-me-2 -mt-1" />
        </Radix.Close>
      )}
    </div>
  );
}

function Grabber() {
  return (
    <span
      aria-hidden
      className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-line-control md:hidden"
    />
  );
}
