import { t } from "@lingui/core/macro";
import { Lock } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { Brand } from "@guildhall/web-kit/api/types.ts";
import { AppContext, useApp } from "@guildhall/web-kit/shell/app.ts";
import { EntryLayout } from "@guildhall/web-kit/auth-layouts/entry-layout.tsx";
import { LoginStep } from "@guildhall/web-kit/features/accounts/login-screen.tsx";
import { Segments } from "@guildhall/web-kit/ui/segments.tsx";
import { primaryHost } from "../list/addresses.tsx";
import { useTenant } from "../page/tenant-context.ts";
import type { BrandFields } from "../types.ts";
import { previewBoot } from "./fields.ts";
import { PreviewFrame } from "../../../auth-layouts/preview-frame.tsx";
import { DEFAULT_PREVIEW, PreviewSwitches } from "../../../auth-layouts/preview-switches.tsx";
import { SampleCommunity } from "./sample-community.tsx";
import { SampleMail } from "./sample-mail.tsx";
import { useWidth } from "../../../ui/use-width.ts";

const pages = [
  {
    value: "sign-in",
    label: t`Sign in`,
    title: (brand: string) => t`The Sign in page of ${brand}`,
  },
  {
    value: "communities",
    label: t`Communities`,
    title: (brand: string) => t`The Communities page of ${brand}`,
  },
  { value: "email", label: t`Email`, title: (brand: string) => t`The Email page of ${brand}` },
] as const;

export type PreviewPage = (typeof pages)[number]["value"];

const windows = { desktop: [1236, 860], phone: [390, 794] } as const;
const phoneScale = 0.8;

export interface PreviewProps {
  brand: Brand;
  css: string;
  mail: Pick<BrandFields, "mailSenderName" | "mailFooter">;
  /** The initial page; `only` hides the choice of pages. */
  first: PreviewPage;
  only?: boolean;
}

/** A preview of the portal's pages, in both themes and at both sizes. */
export function Preview({ brand, css, mail, first, only = false }: PreviewProps) {
  const place = useRef<HTMLDivElement>(null);
  const room = useWidth(place);
  const [page, setPage] = useState<PreviewPage>(first);
  const [look, setLook] = useState(DEFAULT_PREVIEW);
  const { theme, device } = look;
  const [width, height] = windows[device];
  const scale = Math.min(device === "phone" ? phoneScale : 1, room / width);
  return (
    <section aria-label={t`Preview`} className="flex flex-col gap-3 bg-canvas px-4 py-4 md:px-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {!only && <Segments label={t`Page`} segments={pages} value={page} onChange={setPage} />}
        <div className="flex flex-wrap gap-2 md:ms-auto">
          <PreviewSwitches {...{ look }} onChange={setLook} />
        </div>
      </div>
      <div ref={place} className="w-full">
        {room > 0 && (
          <Window scale={scale} width={width}>
            <PreviewFrame
              title={pages.find(({ value }) => value === page)?.title(brand.name) ?? ""}
              {...{ brand, css, theme, width, height, scale }}
            >
              <PortalProvider brand={brand}>
                {page === "sign-in" && (
                  <EntryLayout>
                    <LoginStep words={null} />
                  </EntryLayout>
                )}
                {page === "communities" && <SampleCommunity />}
                {page === "email" && <SampleMail {...mail} />}
              </PortalProvider>
            </PreviewFrame>
          </Window>
        )}
      </div>
    </section>
  );
}

/** Provides the boot data of the portal to the previewed pages. */
function PortalProvider({ brand, children }: { brand: Brand; children: ReactNode }) {
  const app = useApp();
  const { tenant } = useTenant();
  return (
    <AppContext value={{ ...app, boot: previewBoot(app.boot, tenant, brand) }}>
      {children}
    </AppContext>
  );
}

function Window(props: { scale: number; width: number; children: ReactNode }) {
  const { tenant } = useTenant();
  return (
    <div
      style={{ width: props.width * props.scale }}
      className="mx-auto overflow-hidden rounded-lg bg-surface shadow-e2 forced-colors:border"
    >
      <p className="flex h-8 items-center justify-center gap-1.5 border-b border-line-soft bg-sunken px-3 font-mono text-11 text-ink-3">
        <Lock size={11} aria-hidden />
        <span className="truncate">{primaryHost(tenant.addresses)}</span>
      </p>
      {props.children}
    </div>
  );
}
