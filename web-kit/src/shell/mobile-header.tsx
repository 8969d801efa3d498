import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { IconButton } from "../ui/icon-button.tsx";

export interface MobileHeaderProps {
  title: string;
  subtitle?: string;
  /** Where the back button leads; without it there is none. */
  back?: string | undefined;
  actions?: ReactNode;
}

/** The phone's header of a screen. It is not there at all where the desktop bar is. */
export function MobileHeader({ title, subtitle, back, actions }: MobileHeaderProps) {
  const navigate = useNavigate();
  return (
    <header className="relative z-10 flex h-14 shrink-0 items-center gap-1 bg-surface px-2 shadow-[0_1px_0_var(--line-soft)] md:hidden [[data-visitor]_&]:hidden">
      {back === undefined ? (
        <span className="w-2" />
      ) : (
        <IconButton
          label="Back"
          size="touch"
          icon={<ChevronLeft size={22} />}
          onClick={() => void navigate(back)}
        />
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate text-16 font-semibold">{title}</p>
        {subtitle !== undefined && <p className="truncate text-12 text-ink-3">{subtitle}</p>}
      </div>
      {actions}
    </header>
  );
}
