import { storeTypedText } from "./typed-text.ts";

/** How long a reload waits for texts that are being saved on the server. */
const SAVE_TIMEOUT_MS = 5000;

type SaveStep = () => Promise<unknown>;
const steps = new Set<SaveStep>();
let ownerId: string | null = null;

/** Registers a step that saves a text before the app reloads. Returns a function that removes it. */
export function beforeReload(step: SaveStep): () => void {
  steps.add(step);
  return () => steps.delete(step);
}

/** The member who types on this page; null for a visitor. */
export function setTypedTextOwner(id: string | null): void {
  ownerId = id;
}

/** Saves what was typed, so that a reload or another page may follow. */
export async function saveTypedText(): Promise<void> {
  const timeout = new Promise((done) => setTimeout(done, SAVE_TIMEOUT_MS));
  await Promise.race([Promise.allSettled([...steps].map((step) => step())), timeout]);
  storeTypedText(ownerId);
}

/** Reloads the page without losing what was typed. */
export async function reloadKeepingText(): Promise<void> {
  await saveTypedText();
  location.reload();
}
