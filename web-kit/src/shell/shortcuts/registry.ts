import { t } from "@lingui/core/macro";
import { modifierKey } from "../../ui/kbd.tsx";

/**
 * Every keyboard shortcut of the app. `ShortcutKeys` runs the single keys, and the list that `?`
 * opens is made from this file.
 */

/** Where a shortcut works; the list has a section for each. */
export type ShortcutScope = "everywhere" | "go" | "rows" | "post" | "menus" | "writing";

export interface Shortcut {
  id: string;
  scope: ShortcutScope;
  label: string;
  /** Labels of the keys. */
  keys: readonly string[];
  /**
   * Single keys, which the viewer may have turned off (WCAG 2.1.4), are pressed one after the
   * other. Other shortcuts are keys pressed together, handled by the part that they work in.
   */
  single?: true;
  /** First path segment of the screen that it needs on this site. */
  needs?: string;
}

/** The single keys, with the values of `KeyboardEvent.key`. */
export const SINGLE_KEYS = {
  help: ["?"],
  nextUnread: ["u"],
  home: ["g", "h"],
  communities: ["g", "c"],
  messages: ["g", "m"],
  activity: ["g", "n"],
  affiliations: ["g", "a"],
  nextRow: ["j"],
  previousRow: ["k"],
  reply: ["r"],
  like: ["l"],
  react: ["+"],
  edit: ["e"],
  quote: ["q"],
} as const satisfies Record<string, readonly string[]>;

export type SingleKeyId = keyof typeof SINGLE_KEYS;

/** Shortcuts that open a screen. Each exists where the navigation has its screen. */
export const GO_TO = {
  home: "/home",
  communities: "/communities",
  messages: "/messages",
  activity: "/activity",
  affiliations: "/affiliations",
} as const satisfies Partial<Record<SingleKeyId, string>>;

/** The shortcut whose keys were typed; "pending" while they are the beginning of one. */
export function singleKeyOf(typed: readonly string[]): SingleKeyId | "pending" | null {
  let isBeginning = false;
  for (const id of singleKeyIds()) {
    const keys: readonly string[] = SINGLE_KEYS[id];
    if (!typed.every((key, at) => key === keys[at])) continue;
    if (keys.length === typed.length) return id;
    isBeginning = true;
  }
  return isBeginning ? "pending" : null;
}

function singleKeyIds(): SingleKeyId[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
  return Object.keys(SINGLE_KEYS) as SingleKeyId[];
}

function single(id: SingleKeyId, scope: ShortcutScope, label: string): Shortcut {
  const keys = SINGLE_KEYS[id].map((name) => (name === "?" ? name : name.toUpperCase()));
  return { id, scope, label, keys, single: true };
}

/** All shortcuts in the order of the list. */
export function allShortcuts(): readonly Shortcut[] {
  const key = keyLabels();
  const go = (id: keyof typeof GO_TO, label: string): Shortcut => ({
    ...single(id, "go", label),
    needs: GO_TO[id].slice(1),
  });
  return [
    { id: "search", scope: "everywhere", label: t`Search`, keys: [modifierKey(), "K"] },
    { ...single("nextUnread", "everywhere", t`Next unread thread`), needs: "communities" },
    { id: "nextPane", scope: "everywhere", label: t`Next pane`, keys: ["F6"] },
    { id: "previousPane", scope: "everywhere", label: t`Previous pane`, keys: [key.shift, "F6"] },
    { id: "close", scope: "everywhere", label: t`Close, or go up one pane`, keys: [key.escape] },
    single("help", "everywhere", t`Show this list`),
    go("home", t`Home`),
    go("communities", t`My Communities`),
    go("messages", t`Messages`),
    go("activity", t`Activity`),
    go("affiliations", t`Affiliations`),
    single("nextRow", "rows", t`Next post, message or row`),
    single("previousRow", "rows", t`Previous post, message or row`),
    single("reply", "post", t({ message: "Reply", context: "replies to a post" })),
    single("like", "post", t`Like`),
    single("react", "post", t({ message: "React", context: "adds an emoji to a post" })),
    single("edit", "post", t`Edit your own`),
    single("quote", "post", t`Quote the post or the selected text`),
    { id: "above", scope: "menus", label: t`Row above`, keys: ["↑"] },
    { id: "below", scope: "menus", label: t`Row below`, keys: ["↓"] },
    { id: "first", scope: "menus", label: t`First row`, keys: [key.home] },
    { id: "last", scope: "menus", label: t`Last row`, keys: [key.end] },
    {
      id: "open",
      scope: "menus",
      label: t({ message: "Open", context: "verb" }),
      keys: [key.enter],
    },
    {
      id: "post",
      scope: "writing",
      label: t({ message: "Post", context: "verb" }),
      keys: [modifierKey(), key.enter],
    },
    { id: "bold", scope: "writing", label: t`Bold`, keys: [modifierKey(), "B"] },
    { id: "italic", scope: "writing", label: t`Italic`, keys: [modifierKey(), "I"] },
    { id: "code", scope: "writing", label: t`Code`, keys: [modifierKey(), "E"] },
    { id: "link", scope: "writing", label: t`Link`, keys: [modifierKey(), "K"] },
    {
      id: "leaveField",
      scope: "writing",
      label: t`Leave the text, which is kept`,
      keys: [key.escape],
    },
  ];
}

export function scopeTitle(scope: ShortcutScope): string {
  switch (scope) {
    case "everywhere":
      return t`Everywhere`;
    case "go":
      return t`Go to`;
    case "rows":
      return t`In threads, conversations and lists`;
    case "post":
      return t`On the post or message with the focus`;
    case "menus":
      return t`In lists and menus`;
    case "writing":
      return t`While writing`;
  }
}

/** The shortcuts that work for this viewer on this site, by scope. */
export function shortcutGroups(viewer: { singleKeys: boolean; paths: ReadonlySet<string> }) {
  const groups = new Map<ShortcutScope, Shortcut[]>();
  for (const shortcut of allShortcuts()) {
    if (shortcut.single === true && !viewer.singleKeys) continue;
    if (shortcut.needs !== undefined && !viewer.paths.has(shortcut.needs)) continue;
    groups.set(shortcut.scope, [...(groups.get(shortcut.scope) ?? []), shortcut]);
  }
  return groups;
}

/** The labels of keys on the keyboard. */
function keyLabels() {
  return {
    shift: t({ message: "Shift", context: "key of the keyboard" }),
    escape: t({ message: "Esc", context: "key of the keyboard" }),
    home: t({ message: "Home", context: "key of the keyboard" }),
    end: t({ message: "End", context: "key of the keyboard" }),
    enter: t({ message: "Enter", context: "key of the keyboard" }),
  };
}
