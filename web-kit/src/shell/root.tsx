import { t } from "@lingui/core/macro";
import { Direction } from "radix-ui";
import { Outlet, ScrollRestoration, useNavigation } from "react-router";
import { activeLanguage } from "../language/active-language.ts";
import { directionOf } from "../language/languages.ts";
import { ViewAsFrame } from "./view-as/view-as-frame.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { ToastHost } from "../ui/toast-host.tsx";
import { usePaneKeys } from "./panes.ts";
import { Prompts } from "./prompts/prompts.tsx";
import { RecoveryNotice } from "./recovery/recovery-notice.tsx";
import { useScreenFocus } from "./screen-focus.ts";

/** The frame around every screen: skip link, navigation progress and toasts. */
export function Root() {
  usePaneKeys();
  useScreenFocus();
  const { state } = useNavigation();
  return (
    <Direction.Provider dir={directionOf(activeLanguage())}>
      <a
        href="#main"
        className="fixed start-3 top-3 z-60 -translate-y-20 rounded-sm bg-brand px-3 py-2 text-13 font-strong text-on-brand focus:translate-y-0"
      >{t`Skip to content`}</a>
      {state !== "idle" && <Progress />}
      <ViewAsFrame>
        <Outlet />
      </ViewAsFrame>
      <ToastHost />
      <RecoveryNotice />
      <Prompts />
      <ScrollRestoration />
    </Direction.Provider>
  );
}

/** Appears only if a navigation takes a while. */
function Progress() {
  return (
    <div
      aria-hidden
      className="fixed inset-x-0 top-0 z-60 h-0.5 animate-[fade_200ms_300ms_both] bg-brand-line"
    />
  );
}

/** Shown if the page has no boot data and could not load it. */
export function NoBoot() {
  return (
    <main className="grid min-h-dvh place-items-center bg-canvas">
      <ErrorState
        title={t`Something went wrong`}
        text={t`An unexpected error occurred. Please try refreshing the page.`}
        actions={<Button onClick={() => location.reload()}>{t`Reload Page`}</Button>}
      />
    </main>
  );
}
