import { expect, type Locator, type Page } from "@playwright/test";

/** Keyboard-only navigation that also requires a visible focus. */

const mostSteps = 80;

/** Presses Tab until the target has the focus; every element on the way must show its focus. */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  await expect(target).toBeVisible();
  // Resolved once, and again only after a re-render: a query by role at each step searches the
  // whole page.
  let wanted = await target.elementHandle();
  for (let step = 0; step <= mostSteps; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- sequential key presses
    if (step > 0) await page.keyboard.press("Tab");
    // oxlint-disable-next-line no-await-in-loop
    let focus = await page.evaluate(focusAmong, wanted);
    if (focus.on === "gone") {
      // oxlint-disable-next-line no-await-in-loop
      wanted = await target.elementHandle();
      // oxlint-disable-next-line no-await-in-loop
      focus = await page.evaluate(focusAmong, wanted);
    }
    const isIt = focus.on === "it";
    // An element focused before the first key need not show its focus.
    // oxlint-disable-next-line no-await-in-loop
    if (focus.unseen !== null && (isIt || step > 0)) await expectVisibleFocus(page);
    if (isIt) return;
  }
  throw new Error(`Tab did not lead to ${target.toString()} in ${mostSteps} steps`);
}

/** Moves to a button or a link and activates it. */
export async function press(target: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press(key);
}

/** Moves to a field and replaces its value. */
export async function write(target: Locator, words: string): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press("ControlOrMeta+a");
  await target.page().keyboard.type(words);
}

/** Moves down an open menu to this item and activates it. */
export async function choose(item: Locator): Promise<void> {
  const { keyboard } = item.page();
  await expect(item).toBeVisible();
  for (let step = 0; step < mostSteps; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- sequential key presses
    if (await item.evaluate((element) => element === document.activeElement)) {
      // oxlint-disable-next-line no-await-in-loop
      await keyboard.press("Enter");
      return;
    }
    // oxlint-disable-next-line no-await-in-loop
    await keyboard.press("ArrowDown");
  }
  throw new Error(`the arrow did not lead to ${item.toString()}`);
}

/** Presses Escape once the dialog has the focus: before that it receives no keys. */
export async function escape(dialog: Locator): Promise<void> {
  const page = dialog.page();
  const hasFocus = () => dialog.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(hasFocus, { message: "the dialog has the focus" }).toBe(true);
  await page.keyboard.press("Escape");
}

/** Signs in on the page's own site with the keyboard. */
export async function signInByKeys(page: Page, email: string, secret: string): Promise<void> {
  await write(page.getByLabel("Email"), email);
  await write(page.getByLabel("Password", { exact: true }), secret);
  await page.keyboard.press("Enter");
}

/** An outline, or the ring of a field's box. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const unseen = async () => (await page.evaluate(focusAmong, null)).unseen;
  await expect.poll(unseen, { message: "what has the focus without showing it" }).toBeNull();
}

interface Focus {
  /**
   * The focus is on the wanted element or on another; `gone` if the wanted one is no longer in the
   * page.
   */
  on: "it" | "another" | "gone";
  /** The focused element if it does not show its focus. */
  unseen: string | null;
}

/** The current focus; runs in the page. */
function focusAmong(wanted: Element | null): Focus {
  const focused = document.activeElement;
  const isLeft = wanted === null || wanted.isConnected;
  const on = focused === wanted ? "it" : isLeft ? "another" : "gone";
  // After the last element, the browser's own controls have the focus.
  if (focused === null || focused === document.body) return { on, unseen: null };
  if (focused.hasAttribute("data-radix-focus-guard")) return { on, unseen: null };
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  if (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) {
    const { width, height } = focused.getBoundingClientRect();
    if (width > 1 && height > 1) return { on, unseen: null };
  }
  // A field's box, which may lay it out next to buttons in a row.
  const boxes = [focused.parentElement, focused.parentElement?.parentElement ?? null];
  const rings = boxes.map((box) => (box === null ? "none" : getComputedStyle(box).boxShadow));
  const hasRing = rings.some((ring) => /\b2px inset/.test(ring));
  const where = rings.join(" and ");
  return { on, unseen: hasRing ? null : `${focused.outerHTML.slice(0, 200)} in ${where}` };
}
