import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useLocation } from "react-router";
import { call, ProblemError } from "@guildhall/web-kit/api/client.ts";
import type { Boot, Brand } from "@guildhall/web-kit/api/types.ts";
import { AppContext, useApp } from "@guildhall/web-kit/shell/app.ts";
import { Title } from "@guildhall/web-kit/shell/title.tsx";
import { EntryLayout } from "@guildhall/web-kit/auth-layouts/entry-layout.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { ErrorState } from "@guildhall/web-kit/ui/error-state.tsx";
import { Spinner } from "@guildhall/web-kit/ui/spinner.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { LoginStep } from "@guildhall/web-kit/features/accounts/login-screen.tsx";
import { PreviewFrame } from "../../../auth-layouts/preview-frame.tsx";
import { DEFAULT_PREVIEW, PreviewSwitches } from "../../../auth-layouts/preview-switches.tsx";
import { useWidth } from "../../../ui/use-width.ts";
import { failureMessage } from "../failure-message.ts";

interface BrandPreview {
  brand: Brand;
  css: string;
  expiresAt: string;
}

const windows = { desktop: [1236, 780], phone: [390, 794] } as const;

/**
 * The target of a brand preview link: the sign-in page with the draft brand, without personal data.
 * The link's secret is in the fragment, which is never sent to a server, and is sent in a request
 * body.
 */
export function BrandPreviewScreen() {
  const token = useLocation().hash.slice(1);
  const { data, error, refetch } = useQuery({
    queryKey: ["brand-preview", token],
    queryFn: ({ signal }) =>
      call<BrandPreview>("POST", "/api/control/brand-preview", {
        body: { token },
        signal,
        quiet: true,
      }),
    enabled: token !== "",
    retry: false,
  });
  return (
    <main id="main" tabIndex={-1} className="min-h-dvh bg-canvas">
      <Title>{t`Brand preview`}</Title>
      {data === undefined ? (
        <Missing token={token} error={error} onRetry={() => void refetch()} />
      ) : (
        <PreviewPages preview={data} />
      )}
    </main>
  );
}

function Missing(props: { token: string; error: Error | null; onRetry: () => void }) {
  const { token, error, onRetry } = props;
  const ended = token === "" || (error instanceof ProblemError && error.status === 404);
  if (ended) {
    return (
      <EmptyState
        className="py-24"
        heading="h1"
        picture="square"
        title={t`This preview has expired`}
        text={t`Please ask the sender for a new link.`}
      />
    );
  }
  if (error !== null) {
    return <ErrorState className="py-24" title={failureMessage(error)} onRetry={onRetry} />;
  }
  return (
    <p role="status" className="grid min-h-dvh place-items-center text-ink-3">
      <span className="flex items-center gap-2.5 text-14">
        <Spinner size={18} /> {t`Loading...`}
      </span>
    </p>
  );
}

function PreviewPages({ preview }: { preview: BrandPreview }) {
  const { brand, css, expiresAt } = preview;
  const place = useRef<HTMLDivElement>(null);
  const room = useWidth(place);
  const [look, setLook] = useState(DEFAULT_PREVIEW);
  const { theme, device } = look;
  const [width, height] = windows[device];
  const scale = Math.min(1, room / width);
  return (
    <div className="mx-auto max-w-[1284px] px-4 py-6 md:px-6">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1">
          <h1 className="text-20 font-semibold">{t`Preview of ${{ name: brand.name }}`}</h1>
          <p className="text-13 text-ink-2">{t`A draft of the sign-in page. This link expires on ${{ date: formatMoment(expiresAt) }}.`}</p>
        </div>
        <PreviewSwitches {...{ look }} onChange={setLook} />
      </div>
      <div ref={place} className="mt-5 w-full">
        {room > 0 && (
          <div
            style={{ width: width * scale }}
            className="mx-auto overflow-hidden rounded-lg shadow-e2 forced-colors:border"
          >
            <PreviewFrame
              title={t`The sign-in page of ${{ name: brand.name }}`}
              {...{ brand, css, theme, width, height, scale }}
            >
              <InBrand brand={brand}>
                <EntryLayout>
                  <LoginStep words={null} />
                </EntryLayout>
              </InBrand>
            </PreviewFrame>
          </div>
        )}
      </div>
    </div>
  );
}

/** The link reveals only the portal's brand, so the page gets no other data. */
function InBrand({ brand, children }: { brand: Brand; children: ReactNode }) {
  const app = useApp();
  const portal = {
    tenantId: "",
    subdomain: "",
    affiliationId: "",
    brandName: brand.name,
    affiliationName: brand.name,
  };
  const boot: Boot = { ...app.boot, mode: "whitelabel", brand, portal };
  return <AppContext value={{ ...app, boot }}>{children}</AppContext>;
}
