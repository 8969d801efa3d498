import { t } from "@lingui/core/macro";
import type { Edge } from "../types.ts";

/** The entries that each edge rejected, with reasons. Such a host keeps its last valid entry. */
export function Refusals({ edges }: { edges: readonly Edge[] }) {
  const refusing = edges.filter(({ refused }) => refused.length > 0);
  if (refusing.length === 0) return null;
  return (
    <section aria-labelledby="refused-hosts" className="mt-8 px-4 md:px-6">
      <h2 id="refused-hosts" className="display text-18">{t`Rejected hosts`}</h2>
      <p className="mt-1 text-13 text-ink-2">{t`An edge server keeps the last valid entry of a host if it cannot use the new one.`}</p>
      {refusing.map(({ id, name, refused }) => (
        <div key={id} className="mt-4">
          <h3 className="text-13 font-semibold">{name}</h3>
          <ul className="mt-1 divide-y divide-line-soft">
            {refused.map(({ host, cause }) => (
              <li key={host} className="grid gap-x-6 py-2 text-13 md:grid-cols-[2fr_3fr]">
                <span className="font-mono text-12 [overflow-wrap:anywhere]">{host}</span>
                <span className="text-ink-2 [overflow-wrap:anywhere]">{cause}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
