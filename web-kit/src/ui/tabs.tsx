import { clsx } from "clsx";
import { Tabs as Radix } from "radix-ui";
import type { ComponentProps } from "react";

/** Tabs with arrow keys; put `Count tone="quiet"` inside a tab for its number. */
export function Tabs(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root data-slot="tabs" {...props} />;
}

export function TabList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={clsx("flex gap-1 overflow-x-auto shadow-[inset_0_-1px_0_var(--line)]", className)}
      {...rest}
    />
  );
}

export function Tab({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={clsx(
        "relative inline-flex h-10 items-center gap-1.5 px-2 text-13 font-medium whitespace-nowrap text-ink-2 hover:text-ink max-md:h-12",
        "data-[state=active]:font-semibold data-[state=active]:text-ink data-[state=active]:after:absolute data-[state=active]:after:inset-x-2 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:bg-brand-line",
        "focus-visible:-outline-offset-2",
        className,
      )}
      {...rest}
    />
  );
}

export function TabPanel(props: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content {...props} />;
}
