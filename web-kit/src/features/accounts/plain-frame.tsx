import type { ReactNode } from "react";
import { BrandLockup } from "../../shell/brand-lockup.tsx";

/** The frame of a screen outside the app: the logo above one panel. */
export function PlainFrame(props: { aside?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-surface md:bg-canvas">
      <header className="flex h-16 shrink-0 items-center justify-between gap-4 px-5 md:px-8">
        <BrandLockup className="text-16" />
        {props.aside}
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="flex flex-1 flex-col px-5 pt-4 pb-10 md:grid md:place-items-center md:pb-16"
      >
        {props.children}
      </main>
    </div>
  );
}

/** The panel on such a screen. */
export function PlainSheet({ children }: { children: ReactNode }) {
  return (
    <div className="w-full md:w-[520px] md:rounded-lg md:bg-surface md:p-11 md:shadow-[0_0_0_1px_var(--line-soft),var(--e1)] md:forced-colors:border">
      {children}
    </div>
  );
}
