import { t } from "@lingui/core/macro";
import { Dialog } from "../ui/dialog.tsx";
import { Kbd, modifierKey } from "../ui/kbd.tsx";

interface Shortcut {
  does: string;
  /** A single-key shortcut, which the viewer may have turned off. */
  single?: true;
  /** Labels of keys that are pressed together. */
  keys: readonly string[];
}

/** The labels of keys on the keyboard. */
const KEYS = {
  shift: t({ message: "Shift", context: "key of the keyboard" }),
  escape: t({ message: "Esc", context: "key of the keyboard" }),
  home: t({ message: "Home", context: "key of the keyboard" }),
  end: t({ message: "End", context: "key of the keyboard" }),
  enter: t({ message: "Enter", context: "key of the keyboard" }),
};

const GROUPS: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: t`Everywhere`,
    shortcuts: [
      { does: t`Search`, keys: [modifierKey(), "K"] },
      { does: t`Next pane`, keys: ["F6"] },
      { does: t`Previous pane`, keys: [KEYS.shift, "F6"] },
      { does: t`Close, or go up one pane`, keys: [KEYS.escape] },
      { does: t`Show this list`, single: true, keys: ["?"] },
    ],
  },
  {
    title: t`In lists and menus`,
    shortcuts: [
      { does: t`Row above`, keys: ["↑"] },
      { does: t`Row below`, keys: ["↓"] },
      { does: t`First row`, keys: [KEYS.home] },
      { does: t`Last row`, keys: [KEYS.end] },
      { does: t({ message: "Open", context: "verb" }), keys: [KEYS.enter] },
    ],
  },
  {
    title: t`While writing`,
    shortcuts: [
      { does: t({ message: "Post", context: "verb" }), keys: [modifierKey(), KEYS.enter] },
      { does: t`Cancel reply or edit`, keys: [KEYS.escape] },
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
