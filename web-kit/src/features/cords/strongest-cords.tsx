import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { CordRow } from "./cord-row.tsx";
import { ownCordsQuery } from "./queries.ts";

const SHOWN_MAX = 5;

/** The viewer's strongest cords, next to their own profile; nothing while there are none. */
export function StrongestCords() {
  const { data } = useInfiniteQuery(ownCordsQuery);
  const strongest = data?.pages[0]?.items.slice(0, SHOWN_MAX) ?? [];
  if (strongest.length === 0) return null;
  return (
    <section>
      <div className="mb-2 flex items-baseline justify-between">
        <h2 className="text-13 font-semibold">{t`Strongest cords`}</h2>
        <span className="text-12 text-ink-3">{t`Only you see this`}</span>
      </div>
      <ul>
        {strongest.map((row) => (
          <li key={row.user.userId}>
            <CordRow row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}
