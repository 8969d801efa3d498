import { Link } from "react-router";
import { Avatar } from "../../ui/avatar.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import type { CordRow as Row } from "./contract.ts";
import { CordGlyph } from "./cord-glyph.tsx";

/** A person with the strength of the viewer's cord. */
export function CordRow({ row, size = 26 }: { row: Row; size?: number }) {
  const { user } = row;
  // Rounded down, so that an inactive cord is not shown with the strength of an active one.
  const strength = Math.floor(row.totalStrength);
  return (
    <Link
      to={`/profile/${user.handle ?? user.userId}`}
      className="flex min-h-10 items-center gap-3 rounded-sm hover:underline max-md:min-h-12"
    >
      <Avatar name={user.displayName} src={user.profilePicture} size={size} />
      <span className="min-w-0 flex-1 truncate text-13 font-medium">
        <PersonName name={user.displayName} />
      </span>
      <CordGlyph strength={strength} />
      <span aria-hidden className="w-6 text-end text-12 font-medium text-ink-2 tabular-nums">
        {strength}
      </span>
    </Link>
  );
}
