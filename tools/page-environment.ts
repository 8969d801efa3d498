import { runInContext } from "node:vm";
import { builtinEnvironments, type Environment } from "vitest/runtime";

/**
 * A test environment that gives each test file its own modules and globals within a shared process.
 * Node globals that jsdom lacks, such as streams, are provided as in the default environment.
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
