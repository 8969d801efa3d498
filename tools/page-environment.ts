import { runInContext } from "node:vm";
import { builtinEnvironments, type Environment } from "vitest/runtime";

/**
 * A page for one file of tests, in a process that has had others: with modules and globals of its own. Node's own
 * globals that jsdom does not bring, such as streams, are there as they are where the page is the process.
 */
const page: Environment = {
  ...builtinEnvironments.jsdom,
  name: "page",
  async setupVM(options) {
    const opened = await builtinEnvironments.jsdom.setupVM?.(options);
    if (opened === undefined) throw new Error("jsdom opens no page of its own");
    const window: object = runInContext("globalThis", opened.getVmContext());
    for (const [name, own] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
      if (!(name in window)) Object.defineProperty(window, name, own);
    }
    return opened;
  },
};

export default page;
