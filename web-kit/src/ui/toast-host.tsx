import { t } from "@lingui/core/macro";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { type Toast, toasts, type ToastTone } from "./toast-store.ts";

const icons: Record<ToastTone, typeof Info> = {
  success: CircleCheck,
  error: CircleAlert,
  info: Info,
};

/**
 * The container of toasts. It is rendered from the start, so that screen readers announce its
 * changes.
 */
export function ToastHost() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.snapshot);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hovering pauses a toast
    <div
      role="status"
      aria-label={t`Notifications`}
      aria-relevant="additions"
      className="pointer-events-none fixed inset-x-3 bottom-[calc(88px+env(safe-area-inset-bottom)+var(--prompt-height,0px))] z-60 flex flex-col items-center gap-2 md:inset-x-auto md:start-6 md:bottom-6 md:items-start"
      onMouseEnter={toasts.pause}
      onMouseLeave={toasts.resume}
      onFocus={toasts.pause}
      onBlur={toasts.resume}
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const Icon = icons[toast.tone];
  const { action } = toast;
  return (
    <div
      data-slot="toast"
      data-tone={toast.tone}
      className="pointer-events-auto flex min-h-11 max-w-[28rem] animate-rise items-center gap-2.5 rounded-md bg-[light-dark(var(--ink),#2b2f2e)] py-2 ps-3.5 pe-2 text-13 font-medium text-white shadow-e3 forced-colors:border"
    >
      <Icon size={16} aria-hidden />
      <span className="min-w-0 flex-1">{toast.text}</span>
      {action && (
        <button
          type="button"
          className="px-1.5 py-1 text-12 underline underline-offset-3 focus-visible:outline-white"
          onClick={() => {
            action.run();
            toasts.dismiss(toast.id);
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t`Dismiss`}
        className="grid size-7 place-items-center rounded-sm hover:bg-white/12 focus-visible:outline-white max-md:size-9"
        onClick={() => toasts.dismiss(toast.id)}
      >
        <X size={15} aria-hidden />
      </button>
    </div>
  );
}
