import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { MobileHeader } from "@guildhall/web-kit/shell/mobile-header.tsx";
import { Title } from "@guildhall/web-kit/shell/title.tsx";

export interface StaffPageProps {
  title: string;
  subtitle?: string | undefined;
  /** Target of the phone's back button. */
  back?: string;
  /** Buttons next to the title; below it on a phone. */
  actions?: ReactNode;
  /** Buttons in the phone's header; `actions` is then shown on wide screens only. */
  phoneActions?: ReactNode;
  children: ReactNode;
}

/** One staff section: title, actions and content. */
export function StaffPage(props: StaffPageProps) {
  const { title, subtitle, back = "/staff", actions, phoneActions, children } = props;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col md:pe-2 md:pb-2">
      <Title>{t`${title} · Staff`}</Title>
      <MobileHeader
        title={title}
        back={back}
        actions={phoneActions}
        {...(subtitle !== undefined && { subtitle })}
      />
      {/* Focusable, so that the keyboard can scroll a page that holds nothing else to focus. */}
      <div
        role="region"
        aria-label={title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        data-pane="page"
        className="min-h-0 flex-1 overflow-y-auto bg-surface pb-10 focus-visible:-outline-offset-2 md:rounded-lg md:shadow-[0_0_0_1px_var(--line-soft),var(--e1)] md:forced-colors:border"
      >
        <div
          className={clsx(
            "flex flex-wrap items-center gap-x-3 gap-y-2 px-4 md:px-6 md:pt-5",
            actions !== undefined && phoneActions === undefined && "max-md:pt-4",
          )}
        >
          <h1 className="display text-24 max-md:sr-only">
            <bdi>{title}</bdi>
          </h1>
          {subtitle !== undefined && <p className="text-14 text-ink-2 max-md:hidden">{subtitle}</p>}
          {actions !== undefined && (
            <div
              className={clsx(
                "flex flex-wrap gap-2 md:ms-auto",
                phoneActions !== undefined && "max-md:hidden",
              )}
            >
              {actions}
            </div>
          )}
        </div>
        {children}
      </div>
    </div>
  );
}
