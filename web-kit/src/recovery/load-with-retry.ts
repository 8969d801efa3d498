import { isLoadError } from "./load-errors.ts";

const RETRY_DELAYS_MS = [1000, 2000];

export type Load<Module> = () => Promise<Module>;

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Loads a chunk with three attempts. If all fail, the error screen reloads the page. */
export async function loadWithRetry<Module>(load: Load<Module>): Promise<Module> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await load();
    } catch (error) {
      if (!isLoadError(error)) throw error;
      await wait(delayMs);
    }
  }
  return load();
}
