import { useEffect, useState } from "react";
import { setTypedTextOwner } from "../../recovery/reload.ts";
import { restoreTypedText } from "../../recovery/typed-text.ts";
import { useMe } from "../../features/accounts/queries.ts";
import { useBoot } from "../app.ts";
import { isInstalledApp, isMobile, isNativeApp } from "../device.ts";
import { loadInstallContext } from "../install/install-context.ts";
import { InstallPrompts } from "../install/install-prompts.tsx";
import { mayPromptForUpdate } from "../updates/prompt-context.ts";
import { createUpdates } from "../updates/start-updates.ts";
import { UpdatePrompt } from "../updates/update-prompt.tsx";

/** The prompts of the shell; loaded after the first screen. */
export function PromptHost() {
  const boot = useBoot();
  const [updates] = useState(() => createUpdates(boot));
  useEffect(() => updates.start(), [updates]);
  useTypedText();
  const promptsForUpdate = mayPromptForUpdate({
    isMobile: isMobile(),
    isNative: isNativeApp(),
    isInstalled: isInstalledApp(),
    host: location.host,
    mainHost: new URL(boot.mainOrigin).host,
    installed: loadInstallContext(),
  });
  return (
    <div data-slot="prompts">
      {promptsForUpdate && <UpdatePrompt flow={updates.flow} />}
      <InstallPrompts />
    </div>
  );
}

function useTypedText(): void {
  const ownerId = useMe()?.id ?? null;
  useEffect(() => {
    setTypedTextOwner(ownerId);
    return restoreTypedText(ownerId);
  }, [ownerId]);
}
