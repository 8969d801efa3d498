import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Fragment } from "react";
import type { Me } from "../../api/types.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { useNav } from "../nav-items.ts";
import { type Shortcut, scopeTitle, shortcutGroups } from "./registry.ts";

/** Names of keys that are shown as symbols. */
const NAMES: Record<string, string> = { "⌘": t`Command`, "↑": t`Arrow up`, "↓": t`Arrow down` };

/** The list of keyboard shortcuts that work for this viewer on this site. */
export function ShortcutsDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const paths = new Set(useNav("search", me).map(({ to }) => to.slice(1)));
  const groups = shortcutGroups({ singleKeys: me.singleKeyShortcuts, paths });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t`Keyboard shortcuts`}>
      {/* Focusable, so that the keyboard scrolls a list that is longer than the window. */}
      <div
        role="region"
        aria-label={t`Keyboard shortcuts`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region takes the keyboard
        tabIndex={0}
        className="flex flex-col gap-5 pb-5 focus-visible:-outline-offset-2"
      >
        {[...groups].map(([scope, shortcuts]) => (
          <section key={scope}>
            <h3 className="text-12 font-strong text-ink-3">{scopeTitle(scope)}</h3>
            <dl className="mt-1 divide-y divide-line-soft">
              {shortcuts.map((shortcut) => (
                <div
                  key={shortcut.id}
                  className="flex min-h-9 items-center justify-between gap-4 text-14"
                >
                  <dt>{shortcut.label}</dt>
                  <dd className="flex shrink-0 items-center gap-1">
                    <Keys shortcut={shortcut} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** Keys pressed together, or one after the other. */
function Keys({ shortcut: { keys, single } }: { shortcut: Shortcut }) {
  const [first, second] = keys;
  const isSequence = single === true && second !== undefined;
  return (
    <>
      <span className="sr-only">
        {isSequence ? (
          <Trans>
            {first} then {second}
          </Trans>
        ) : (
          keys.map((key) => NAMES[key] ?? key).join(" ")
        )}
      </span>
      {keys.map((key, at) => (
        <Fragment key={key}>
          {isSequence && at > 0 && (
            <span aria-hidden className="text-12 text-ink-3">
              {t({ message: "then", context: "between two keys pressed one after the other" })}
            </span>
          )}
          <Kbd name={key} />
        </Fragment>
      ))}
    </>
  );
}
