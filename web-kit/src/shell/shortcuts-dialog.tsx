import { t } from "@lingui/core/macro";
import { Dialog } from "../ui/dialog.tsx";
import { Kbd, modifier } from "../ui/kbd.tsx";

interface Shortcut {
  does: string;
  /** A single-key shortcut, which the viewer may have turned off. */
  single?: true;
  /** Labels of keys that are pressed together. */
  keys: readonly string[];
}

const GROUPS: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: t`Everywhere`,
    shortcuts: [
      { does: t`Search`, keys: [modifier, "K"] },
      { does: t`Next pane`, keys: ["F6"] },
      { does: t`Previous pane`, keys: ["Shift", "F6"] },
      { does: t`Close, or go up one pane`, keys: [t`Esc`] },
      { does: t`Show this list`, single: true, keys: ["?"] },
    ],
  },
  {
    title: t`In lists and menus`,
    shortcuts: [
      { does: t`Row above`, keys: ["↑"] },
      { does: t`Row below`, keys: ["↓"] },
      { does: t`First row`, keys: ["Home"] },
      { does: t`Last row`, keys: ["End"] },
      { does: t`Open`, keys: ["Enter"] },
    ],
  },
  {
    title: t`While writing`,
    shortcuts: [
      { does: t`Post`, keys: [modifier, "Enter"] },
      { does: t`Cancel reply or edit`, keys: [t`Esc`] },
    ],
  },
];

/** Names of keys that are shown as symbols. */
const NAMES: Record<string, string> = { "⌘": t`Command`, "↑": t`Arrow up`, "↓": t`Arrow down` };

export interface ShortcutsDialogProps {
  /** False if the viewer turned single-key shortcuts off. */
  singleKeys: boolean;
  onClose: () => void;
}

/** The list of keyboard shortcuts. */
export function ShortcutsDialog({ singleKeys, onClose }: ShortcutsDialogProps) {
  const isOn = ({ single }: Shortcut) => singleKeys || single !== true;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t`Keyboard shortcuts`}>
      <div className="flex flex-col gap-5 pb-5">
        {GROUPS.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className="text-12 font-strong text-ink-3">{title}</h3>
            <dl className="mt-1 divide-y divide-line-soft">
              {shortcuts.filter(isOn).map(({ does, keys }) => (
                <div key={does} className="flex min-h-9 items-center justify-between gap-4 text-14">
                  <dt>{does}</dt>
                  <dd className="flex shrink-0 items-center gap-1">
                    <span className="sr-only">
                      {keys.map((key) => NAMES[key] ?? key).join(" ")}
                    </span>
                    {keys.map((key) => (
                      <Kbd key={key} name={key} />
                    ))}
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
