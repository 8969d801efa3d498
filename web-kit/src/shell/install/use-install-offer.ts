import { useEffect, useState, useSyncExternalStore } from "react";
import { useBoot } from "../app.ts";
import { isAndroid, isInstalledApp, isIosSafari, isMobile, isNativeApp } from "../device.ts";
import { loadInstallContext, storeInstallContext } from "./install-context.ts";
import { installability } from "./install-event.ts";
import { isRemembered, rememberAnswer } from "./install-memory.ts";
import {
  type InstallOffer,
  type InstallPrompt,
  installOffer,
  mayOfferApp,
  promptDelay,
} from "./install-offer.ts";

export interface InstallOffers {
  /** The offer to install that is due. */
  install: InstallOffer | null;
  /** The offer to continue in the installed app is due. */
  opensApp: boolean;
  /** Installs with the browser's own dialog. */
  accept: () => Promise<void>;
  /** The person followed the steps of a manual installation. */
  complete: () => void;
  dismiss: () => void;
  dismissOpening: () => void;
}

/** When the page loaded, for delays that count from it. */
const loadedAt = Date.now();

/** The offers of F-138, each after its delay. */
export function useInstallOffers(): InstallOffers {
  const boot = useBoot();
  const { event, at } = useSyncExternalStore(installability.subscribe, installability.snapshot);
  const [answers, setAnswers] = useState(0);
  const [offer, opensApp] = readOffers(event !== null);
  const install = useDue(offer, at);
  const opens = useDue(opensApp ? "open-in-app" : null, null);
  useInstallRecord();
  const answer = (what: Parameters<typeof rememberAnswer>[0]) => {
    rememberAnswer(what);
    setAnswers(answers + 1);
  };
  const complete = () => {
    storeInstallContext(boot);
    answer("completed");
  };
  return {
    install,
    opensApp: opens !== null,
    accept: async () => {
      const used = installability.use();
      if (used === null) return;
      await used.prompt();
      const { outcome } = await used.userChoice;
      if (outcome === "accepted") complete();
      else answer("dismissed");
    },
    complete,
    dismiss: () => answer(install === "android-manual" ? "manualDismissed" : "dismissed"),
    dismissOpening: () => answer("openDismissed"),
  };
}

function readOffers(isInstallable: boolean): [InstallOffer | null, boolean] {
  const isApp = isInstalledApp() || isNativeApp();
  const isCompleted = isRemembered("completed");
  const facts = { isMobile: isMobile(), isApp, isCompleted };
  const offer = installOffer({
    ...facts,
    isAndroid: isAndroid(),
    isIosSafari: isIosSafari(),
    isInstallable,
    isDismissed: isRemembered("dismissed"),
    isManualDismissed: isRemembered("manualDismissed"),
  });
  return [offer, mayOfferApp({ ...facts, isDismissed: isRemembered("openDismissed") })];
}

/** The prompt once its delay has passed; null before. */
function useDue<Prompt extends InstallPrompt>(
  prompt: Prompt | null,
  eventAt: number | null,
): Prompt | null {
  const [due, setDue] = useState<Prompt | null>(null);
  useEffect(() => {
    if (prompt === null) return;
    const delayMs = promptDelay(prompt, { now: Date.now(), loadedAt, eventAt });
    const timer = setTimeout(() => setDue(prompt), delayMs);
    return () => clearTimeout(timer);
  }, [prompt, eventAt]);
  return due === prompt ? prompt : null;
}

/** Records an installation: one that the browser reports, and the first start as an app. */
function useInstallRecord(): void {
  const boot = useBoot();
  useEffect(() => {
    const record = () => {
      storeInstallContext(boot);
      rememberAnswer("completed");
    };
    if (isInstalledApp() && loadInstallContext() === null) storeInstallContext(boot);
    addEventListener("appinstalled", record);
    return () => removeEventListener("appinstalled", record);
  }, [boot]);
}
