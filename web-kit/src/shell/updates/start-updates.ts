import type { Boot } from "../../api/types.ts";
import { isIos } from "../../ui/is-ios.ts";
import { installUpdate } from "../../offline/service-worker.ts";
import { deviceStorage } from "../../recovery/device-storage.ts";
import { reloadKeepingText, saveTypedText } from "../../recovery/reload.ts";
import { isInstalledApp } from "../device.ts";
import { checkReachable, fetchPublishedMarker, loadedMarker } from "./build-info.ts";
import { updateEnvironment, updateKeys } from "./environment.ts";
import { UpdateChecks } from "./update-checks.ts";
import { UpdateFlow } from "./update-flow.ts";

/** The checks and the prompt of this page. */
export interface Updates {
  checks: UpdateChecks;
  flow: UpdateFlow;
  /** Returns a function that stops. */
  start: () => () => void;
}

export function createUpdates(boot: Boot): Updates {
  const loaded = loadedMarker();
  const ios = isIos();
  const keys = updateKeys(updateEnvironment(boot));
  const checks = new UpdateChecks({
    loaded,
    isIos: ios,
    fetchMarker: () => fetchPublishedMarker(ios),
    onChecked: (at) => ios && deviceStorage.writeTime(keys.check, at),
  });
  const flow = new UpdateFlow({
    checks,
    loaded,
    keys,
    isIos: ios,
    install: async (onStep) => {
      await installUpdate(onStep);
      await checkReachable();
    },
    reload: reloadPage,
  });
  const start = () => {
    const stops = [checks.start(), flow.start()];
    return () => {
      for (const stop of stops) stop();
    };
  };
  return { checks, flow, start };
}

/** An installed app on iOS may show its old page after a reload, but not after a navigation. */
async function reloadPage(): Promise<void> {
  if (!isIos() || !isInstalledApp() || location.hash !== "") return reloadKeepingText();
  await saveTypedText();
  location.assign(location.href);
}
