import { clsx } from "clsx";
import { ArrowUpRight, Info, Landmark, LogOut, type LucideIcon } from "lucide-react";
import { useNavigate } from "react-router";
import type { Me } from "../api/types.ts";
import { signOut } from "../features/accounts/session.ts";
import { useOtherDoors } from "../features/transfer/use-doors.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { VerifiedTick } from "../ui/mark.tsx";
import { useBoot } from "./app.ts";
import { themes, useThemeChoice } from "./theme-choice.tsx";

export interface MoreSheetProps {
  me: Me;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The phone's place for everything the bottom bar has no room for. */
export function MoreSheet({ me, open, onOpenChange }: MoreSheetProps) {
  const navigate = useNavigate();
  const { mode } = useBoot();
  const doors = useOtherDoors();
  const then = (run: () => void) => () => {
    onOpenChange(false);
    run();
  };
  const go = (path: string) => then(() => void navigate(path));
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="More" titleHidden>
      <div className="-mx-2">
        <Who me={me} />
        <div className="mx-3 h-px bg-line-soft" />
        <ul className="pt-2">
          <Row icon={Info} label="About" onSelect={go("/about")} />
          {mode === "main" && (
            <Row icon={Landmark} label="Affiliations" onSelect={go("/affiliations")} />
          )}
          {doors.map((door) => (
            <Row key={door.key} icon={ArrowUpRight} label={door.label} onSelect={then(door.go)} />
          ))}
        </ul>
        <ThemeRow me={me} />
        <ul>
          <Row icon={LogOut} label="Log Out" danger onSelect={then(() => void signOut())} />
        </ul>
      </div>
    </Dialog>
  );
}

function Who({ me }: { me: Me }) {
  return (
    <div className="flex items-center gap-3.5 px-3 pt-1 pb-3.5">
      <Avatar name={me.displayName || me.email} src={me.profilePicture} size={46} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-16 font-semibold">
          {me.displayName} {me.isVerified && <VerifiedTick size={15} />}
        </p>
        <p className="truncate text-13 text-ink-3">
          {me.handle === null ? me.email : `@${me.handle}`}
        </p>
      </div>
    </div>
  );
}

interface RowProps {
  icon: LucideIcon;
  label: string;
  danger?: boolean;
  onSelect: () => void;
}

function Row({ icon: Icon, label, danger = false, onSelect }: RowProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onSelect}
        className={clsx(
          "flex h-[50px] w-full items-center gap-4 rounded-md px-3 text-start text-16 font-medium hover:bg-hover",
          danger && "text-danger-text",
        )}
      >
        <Icon size={22} aria-hidden className={clsx(!danger && "text-ink-2")} />
        {label}
      </button>
    </li>
  );
}

function ThemeRow({ me }: { me: Me }) {
  const [theme, choose] = useThemeChoice(me);
  return (
    <fieldset className="flex h-[50px] items-center justify-between px-3 text-16 font-medium">
      <legend className="float-start">Theme</legend>
      <span className="inline-flex gap-0.5 rounded-sm bg-selected p-0.5">
        {themes.map(({ value, label, icon: Icon }) => (
          <button
            key={value}
            type="button"
            aria-label={label}
            aria-pressed={theme === value}
            onClick={() => choose(value)}
            className="grid h-9 w-11 place-items-center rounded-sm text-ink-2 aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-[0_0_0_1px_var(--line-soft),var(--e1)]"
          >
            <Icon size={17} aria-hidden />
          </button>
        ))}
      </span>
    </fieldset>
  );
}
