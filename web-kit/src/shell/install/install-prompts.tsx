import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { SquarePlus, Share } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { useBoot } from "../app.ts";
import { isAndroid } from "../device.ts";
import { PromptCard } from "../prompts/prompt-card.tsx";
import { usePrompt } from "../prompts/use-prompt.ts";
import { appLink } from "./app-link.ts";
import type { InstallOffer } from "./install-offer.ts";
import { type InstallOffers, useInstallOffers } from "./use-install-offer.ts";

/** Offers to install the app, or to continue in the installed one (F-138). */
export function InstallPrompts() {
  const { brand } = useBoot();
  const offers = useInstallOffers();
  const installs = usePrompt("install", offers.install !== null);
  const opens = usePrompt("open-in-app", offers.opensApp);
  const { name } = brand;
  const installTitle = t`Install ${name}`;
  const openTitle = t`Open in the ${name} app`;
  return (
    <>
      <p role="status" className="sr-only">
        {installs ? installTitle : opens ? openTitle : ""}
      </p>
      {installs && offers.install !== null && (
        <InstallCard title={installTitle} offer={offers.install} {...{ offers }} />
      )}
      {opens && <OpenCard title={openTitle} {...{ offers }} />}
    </>
  );
}

interface InstallCardProps {
  title: string;
  offer: InstallOffer;
  offers: InstallOffers;
}

function InstallCard({ title, offer, offers }: InstallCardProps) {
  const primary =
    offer === "browser"
      ? { label: t({ message: "Install", context: "verb" }), run: () => void offers.accept() }
      : { label: t`I have added it`, run: offers.complete };
  return (
    <PromptCard
      title={title}
      onClose={offers.dismiss}
      actions={
        <>
          <Button variant="primary" className="flex-1 md:flex-none" onClick={primary.run}>
            {primary.label}
          </Button>
          <Button variant="quiet" onClick={offers.dismiss}>{t`Not now`}</Button>
        </>
      }
    >
      <InstallSteps offer={offer} />
    </PromptCard>
  );
}

function InstallSteps({ offer }: { offer: InstallOffer }) {
  if (offer === "browser") {
    return (
      <p className="mt-0.5 text-13 text-ink-2">{t`It opens from your home screen, in a window of its own.`}</p>
    );
  }
  const steps: ReactNode[] =
    offer === "ios-safari"
      ? [
          <>
            <Trans>
              Tap Share <Share size={15} aria-hidden className="inline align-[-2px]" /> in the
              toolbar.
            </Trans>
          </>,
          <>
            <Trans>
              Choose Add to Home Screen{" "}
              <SquarePlus size={15} aria-hidden className="inline align-[-2px]" />.
            </Trans>
          </>,
        ]
      : [t`Open the menu of your browser.`, t`Choose Install app, or Add to Home screen.`];
  return (
    <ol className="mt-1 list-decimal ps-4 text-13 text-ink-2">
      {steps.map((step, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the steps never change
        <li key={at}>{step}</li>
      ))}
    </ol>
  );
}

function OpenCard({ title, offers }: { title: string; offers: InstallOffers }) {
  const { name } = useBoot().brand;
  const open = () => {
    offers.dismissOpening();
    location.assign(appLink(location.href));
  };
  return (
    <PromptCard
      title={title}
      onClose={offers.dismissOpening}
      actions={
        <>
          {isAndroid() && (
            <Button
              variant="primary"
              className="flex-1 md:flex-none"
              onClick={open}
            >{t`Open app`}</Button>
          )}
          <Button variant="quiet" onClick={offers.dismissOpening}>{t`Stay in the browser`}</Button>
        </>
      }
    >
      <p className="mt-0.5 text-13 text-ink-2">
        {isAndroid()
          ? t`${name} is installed on this device.`
          : t`${name} is on your home screen. Open it there to continue.`}
      </p>
    </PromptCard>
  );
}
