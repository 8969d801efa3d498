import { Suspense, use, useEffect } from "react";
import { useLoaderData, useNavigate } from "react-router";
import { Title } from "../../shell/title.tsx";
import { Button } from "../../ui/button.tsx";
import type { Outcome, transferLoader } from "./arrival.ts";
import { ArrivingNotice } from "./switching-notice.tsx";

export function TransferScreen() {
  const { outcome } = useLoaderData<typeof transferLoader>();
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center bg-canvas px-6">
      <Title>Switching Workspaces</Title>
      <Suspense fallback={<ArrivingNotice />}>
        <Arrival outcome={outcome} />
      </Suspense>
    </main>
  );
}

function Arrival({ outcome }: { outcome: Promise<Outcome> }) {
  const navigate = useNavigate();
  const result = use(outcome);
  const path = "redirectPath" in result ? result.redirectPath : null;
  useEffect(() => {
    if (path !== null) void navigate(path, { replace: true });
  }, [path, navigate]);
  if ("redirectPath" in result) return <ArrivingNotice />;
  return (
    <div role="alert" className="max-w-md text-center">
      <h1 className="display text-24">Transfer Failed</h1>
      <p className="mt-1.5 text-15 text-ink-2">{result.refusal}</p>
      <Button
        variant="primary"
        size="lg"
        className="mt-6"
        onClick={() => void navigate("/", { replace: true })}
      >
        Return to Home
      </Button>
    </div>
  );
}
