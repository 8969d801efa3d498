import { t } from "@lingui/core/macro";
import { Unplug } from "lucide-react";
import { Suspense, use, useEffect } from "react";
import { useLoaderData, useNavigate } from "react-router";
import { useBoot } from "../../shell/app.ts";
import { Title } from "../../shell/title.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import type { Outcome, transferLoader } from "./arrival.ts";
import { ArrivingMarks, ArrivingNotice } from "./switching-notice.tsx";

export function TransferScreen() {
  const { outcome } = useLoaderData<typeof transferLoader>();
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center bg-canvas px-6">
      <Title>{t`Switching Workspaces`}</Title>
      <Suspense fallback={<ArrivingNotice />}>
        <TransferOutcome outcome={outcome} />
      </Suspense>
    </main>
  );
}

function TransferOutcome({ outcome }: { outcome: Promise<Outcome> }) {
  const navigate = useNavigate();
  const result = use(outcome);
  const path = "redirectPath" in result ? result.redirectPath : null;
  useEffect(() => {
    if (path !== null) void navigate(path, { replace: true });
  }, [path, navigate]);
  if ("redirectPath" in result) return <ArrivingNotice />;
  return <Refused words={result.refusal} />;
}

/** A failed transfer: the reason and the possible next steps. */
function Refused({ words }: { words: string }) {
  const { brand, portal, mainOrigin } = useBoot();
  const navigate = useNavigate();
  return (
    <div role="alert" className="max-w-md text-center">
      <ArrivingMarks
        between={
          <span className="inline-grid size-11 place-items-center rounded-full bg-danger-subtle text-danger-text">
            <Unplug size={20} aria-hidden />
          </span>
        }
      />
      <h1 className="display mt-7 text-24">{t`Transfer Failed`}</h1>
      <p className="mt-1.5 text-15 text-ink-2">{words}</p>
      <p className="mt-3 text-13 text-ink-3">{t`A transfer works once and within ten seconds. You are still signed in on the site you came from: open ${{ site: brand.name }} from there again.`}</p>
      <div className="mt-7 flex justify-center gap-2 max-md:flex-col">
        {portal !== null && (
          <a href={mainOrigin} className={buttonClass({ size: "lg" })}>{t`Back to main`}</a>
        )}
        <Button
          variant="primary"
          size="lg"
          onClick={() => void navigate("/", { replace: true })}
        >{t`Return to Home`}</Button>
      </div>
    </div>
  );
}
