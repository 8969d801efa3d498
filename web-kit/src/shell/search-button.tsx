import { t } from "@lingui/core/macro";
import { Search } from "lucide-react";
import { IconButton } from "../ui/icon-button.tsx";
import { Kbd, modifierKey } from "../ui/kbd.tsx";
import { useBoot } from "./app.ts";
import { setSearchOpen } from "./search-open.ts";

const opens = {
  "aria-haspopup": "dialog",
  "aria-keyshortcuts": "Meta+K Control+K",
  onClick: () => setSearchOpen(true),
} as const;

/**
 * The search button in the desktop header: as wide as a field, or an icon where space is scarce.
 */
export function SearchButton() {
  const { portal, brand } = useBoot();
  const { name } = brand;
  const label = portal === null ? t`Search` : t`Search ${name}`;
  return (
    <button
      type="button"
      aria-label={label}
      {...opens}
      className="inline-flex h-8 items-center gap-2 rounded-sm bg-bar-hover px-2.5 text-13 text-bar-ink-2 hover:bg-bar-selected hover:text-bar-ink focus-visible:outline-current lg:w-56 forced-colors:border"
    >
      <Search size={15} aria-hidden />
      <span aria-hidden className="hidden min-w-0 flex-1 items-center gap-1 lg:flex">
        <span className="min-w-0 flex-1 truncate text-start">{label}</span>
        <Kbd bare name={modifierKey()} />
        <Kbd bare name="K" />
      </span>
    </button>
  );
}

/** The search button in the phone's header. */
export function PhoneSearchButton() {
  return (
    <IconButton label={t`Search`} size="touch" icon={<Search size={22} aria-hidden />} {...opens} />
  );
}
