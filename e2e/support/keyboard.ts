import { expect, type Locator, type Page } from "@playwright/test";

/** Getting about by keyboard alone, as somebody does who has to see where they are. */

const mostSteps = 80;

/** Goes on with Tab until this has the focus; whatever has it on the way must show that it has. */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  await expect(target).toBeVisible();
  // Looked up once, and again only if it was drawn anew: a look by its role at each step goes through the whole page.
  let wanted = await target.elementHandle();
  for (let step = 0; step <= mostSteps; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
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
    // What had it before the first key was not led to by one.
    // oxlint-disable-next-line no-await-in-loop
    if (focus.unseen !== null && (isIt || step > 0)) await expectVisibleFocus(page);
    if (isIt) return;
  }
  throw new Error(`Tab did not lead to ${target.toString()} in ${mostSteps} steps`);
}

/** To a button or a link, and through it. */
export async function press(target: Locator, key: "Enter" | "Space" = "Enter"): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press(key);
}

/** To a field, and into it, in the place of what stood there. */
export async function write(target: Locator, words: string): Promise<void> {
  await tabTo(target);
  await target.page().keyboard.press("ControlOrMeta+a");
  await target.page().keyboard.type(words);
}

/** Goes down an open menu to this, and takes it. */
export async function choose(item: Locator): Promise<void> {
  const { keyboard } = item.page();
  await expect(item).toBeVisible();
  for (let step = 0; step < mostSteps; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
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

/**
 * Escape, once the dialog has the focus: until then nothing in it hears a key, and whoever uses keys sees where they
 * are before they press one.
 */
export async function escape(dialog: Locator): Promise<void> {
  const page = dialog.page();
  const hasFocus = () => dialog.evaluate((element) => element.contains(document.activeElement));
  await expect.poll(hasFocus, { message: "the dialog has the focus" }).toBe(true);
  await page.keyboard.press("Escape");
}

/** Signs in at the page's own door. */
export async function signInByKeys(page: Page, email: string, secret: string): Promise<void> {
  await write(page.getByLabel("Email"), email);
  await write(page.getByLabel("Password", { exact: true }), secret);
  await page.keyboard.press("Enter");
}

/** An outline, or the ring that a field's own box turns into. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const unseen = async () => (await page.evaluate(focusAmong, null)).unseen;
  await expect.poll(unseen, { message: "what has the focus without showing it" }).toBeNull();
}

interface Focus {
  /** The wanted element has it, or another one; `gone` once the wanted one is not in the page any more. */
  on: "it" | "another" | "gone";
  /** What has it and does not show it. */
  unseen: string | null;
}

/** Where the focus is; runs in the page. */
function focusAmong(wanted: Element | null): Focus {
  const focused = document.activeElement;
  const isLeft = wanted === null || wanted.isConnected;
  const on = focused === wanted ? "it" : isLeft ? "another" : "gone";
  // Past the last element the browser's own bars have it.
  if (focused === null || focused === document.body) return { on, unseen: null };
  if (focused.hasAttribute("data-radix-focus-guard")) return { on, unseen: null };
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  if (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) {
    const { width, height } = focused.getBoundingClientRect();
    if (width > 1 && height > 1) return { on, unseen: null };
  }
  const box = focused.parentElement;
  const ring = box === null ? "none" : getComputedStyle(box).boxShadow;
  const hasRing = /\b2px inset/.test(ring);
  return { on, unseen: hasRing ? null : `${focused.outerHTML.slice(0, 200)} in ${ring}` };
}
