import { t } from "@lingui/core/macro";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { Questionnaire } from "@guildhall/web-kit/api/types.ts";
import { AppContext, useApp } from "@guildhall/web-kit/shell/app.ts";
import { useIsDesktop } from "@guildhall/web-kit/shell/use-is-desktop.ts";
import { BrandLockup } from "@guildhall/web-kit/shell/brand-lockup.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { PreviewFrame } from "../../../auth-layouts/preview-frame.tsx";
import {
  DEFAULT_PREVIEW,
  type PreviewSettings,
  PreviewSwitches,
} from "../../../auth-layouts/preview-switches.tsx";
import { useWidth } from "../../../ui/use-width.ts";
import type { SiteLooks } from "../../tenants/queries.ts";
import { FormHead } from "@guildhall/web-kit/features/affiliations/application/application-form.tsx";
import { Questions } from "@guildhall/web-kit/features/affiliations/application/questions.tsx";
import type { Fields } from "@guildhall/web-kit/features/affiliations/application/use-application.ts";

const widths = { desktop: 940, phone: 390 } as const;
/** Initial height until the form has been measured. */
const FIRST_HEIGHT = 800;

/** A read-only preview of the form with a site's brand, in both themes and at both sizes. */
export function FormPreview(props: {
  looks: SiteLooks;
  questionnaire: Questionnaire;
  /** The first size; that of the window if it is missing. */
  device?: PreviewSettings["device"];
}) {
  const { boot, css } = props.looks;
  const windowDevice = useIsDesktop() ? DEFAULT_PREVIEW.device : "phone";
  const app = useApp();
  const place = useRef<HTMLDivElement>(null);
  const room = useWidth(place);
  const [look, setLook] = useState({
    ...DEFAULT_PREVIEW,
    device: props.device ?? windowDevice,
  });
  const [height, setHeight] = useState(FIRST_HEIGHT);
  const width = widths[look.device];
  const scale = Math.min(1, room / width);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <PreviewSwitches look={look} onChange={setLook} />
      </div>
      <div ref={place} className="mt-3 mb-6 w-full">
        {room > 0 && (
          <div
            style={{ width: width * scale }}
            className="mx-auto overflow-hidden rounded-lg shadow-e2 forced-colors:border"
          >
            <PreviewFrame
              title={t`The application form on ${{ site: boot.brand.name }}`}
              brand={boot.brand}
              theme={look.theme}
              {...{ css, width, height, scale }}
            >
              <AppContext value={{ ...app, boot }}>
                <Page questionnaire={props.questionnaire} onHeight={setHeight} />
              </AppContext>
            </PreviewFrame>
          </div>
        )}
      </div>
    </>
  );
}

function Page(props: { questionnaire: Questionnaire; onHeight: (height: number) => void }) {
  const { questionnaire, onHeight } = props;
  const page = useRef<HTMLDivElement>(null);
  useHeight(page, onHeight);
  const form = useForm<Fields>();
  return (
    <div ref={page} className="bg-canvas">
      <div className="flex h-14 items-center bg-bar px-5 text-bar-ink">
        <span className="[[data-chrome=brand]_&]:[--mark:var(--bar-ink)] [[data-chrome=brand]_&]:[--on-mark:var(--bar)]">
          <BrandLockup size={24} className="text-[0.9375rem]" />
        </span>
      </div>
      <div className="bg-surface px-5 pt-7 pb-12 text-ink">
        <div className="mx-auto flex max-w-[712px] flex-col gap-6">
          <div>
            <FormHead questionnaire={questionnaire} />
          </div>
          <Questions {...{ questionnaire, form }} />
          <Button
            variant="primary"
            size="lg"
            className="md:self-start"
          >{t`Submit application`}</Button>
        </div>
      </div>
    </div>
  );
}

/** An iframe does not grow with its content, so the content's height is measured. */
function useHeight(page: RefObject<HTMLElement | null>, tell: (height: number) => void) {
  useEffect(() => {
    const element = page.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => tell(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [page, tell]);
}
