import { clsx } from "clsx";
import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

/**
 * Not modal: content around an open menu stays available to screen readers, and one click closes
 * the menu.
 */
export function Menu(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={false} {...props} />;
}

export const MenuTrigger = Radix.Trigger;
export const MenuRadioGroup = Radix.RadioGroup;

const item =
  "flex min-h-8 items-center gap-2.5 rounded-sm px-2 text-13 outline-none select-none data-[highlighted]:bg-selected data-[disabled]:text-ink-3 max-md:min-h-11 max-md:text-14";

export function MenuContent({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        data-slot="menu"
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className={clsx("pop z-40 min-w-52 animate-fade p-1.5", className)}
        {...rest}
      />
    </Radix.Portal>
  );
}

export interface MenuItemProps extends ComponentProps<typeof Radix.Item> {
  icon?: ReactNode;
  trailing?: ReactNode;
  tone?: "plain" | "danger";
}

/** A menu item. With `asChild`, pass exactly one link that contains the icon. */
export function MenuItem({ icon, trailing, tone = "plain", className, ...rest }: MenuItemProps) {
  const { children, asChild, ...native } = rest;
  const look = clsx(item, tone === "danger" && "text-danger-text", className);
  if (asChild === true) {
    return (
      <Radix.Item asChild className={look} {...native}>
        {children}
      </Radix.Item>
    );
  }
  return (
    <Radix.Item className={look} {...native}>
      <span className={clsx("flex", tone === "plain" && "text-ink-3")}>{icon}</span>
      <span className="flex-1">{children}</span>
      {trailing}
    </Radix.Item>
  );
}

export function MenuRadioItem({
  className,
  children,
  ...rest
}: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem className={clsx(item, className)} {...rest}>
      <span className="flex-1">{children}</span>
      <Radix.ItemIndicator>
        <Check size={15} />
      </Radix.ItemIndicator>
    </Radix.RadioItem>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 pt-2 pb-1 text-12 text-ink-3">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="mx-2 my-1.5 h-px bg-line-soft" />;
}

/**
 * One of several icons in a row; choosing it keeps the menu open, so that the effect is visible.
 */
export function MenuRadioTile(props: { value: string; label: string; icon: ReactNode }) {
  return (
    <Radix.RadioItem
      value={props.value}
      aria-label={props.label}
      onSelect={(event) => event.preventDefault()}
      className="grid h-6 w-8 place-items-center rounded-[max(2px,calc(6px*var(--corner)-2px))] text-ink-2 outline-none data-[highlighted]:text-ink data-[highlighted]:outline-2 data-[highlighted]:outline-focus data-[state=checked]:bg-raised data-[state=checked]:text-ink data-[state=checked]:shadow-[0_0_0_1px_var(--line-soft),var(--e1)]"
    >
      {props.icon}
    </Radix.RadioItem>
  );
}
