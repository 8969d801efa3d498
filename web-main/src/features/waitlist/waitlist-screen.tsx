import { t } from "@lingui/core/macro";
import { ChevronLeft } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { Title } from "@guildhall/web-kit/shell/title.tsx";
import { buttonClass } from "@guildhall/web-kit/ui/button.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { PlainFrame } from "@guildhall/web-kit/features/accounts/plain-frame.tsx";
import { WaitlistForm } from "./waitlist-form.tsx";

const THANKS_DISPLAY_MS = 3000;

/**
 * Ten questions for people without an invite code, then a confirmation and a link to the sign-in.
 */
export function WaitlistScreen() {
  const [sent, setSent] = useState(false);
  return (
    <PlainFrame
      aside={
        <Link to="/signup" className={buttonClass({ variant: "quiet" })}>
          <ChevronLeft size={15} aria-hidden className="rtl:-scale-x-100" />
          {t`Back`}
        </Link>
      }
    >
      <Title>{t`Early access waitlist`}</Title>
      <div className="w-full md:w-[640px] md:rounded-lg md:bg-surface md:p-11 md:shadow-[0_0_0_1px_var(--line-soft),var(--e1)] md:forced-colors:border">
        {sent ? <Thanks /> : <WaitlistForm onSent={() => setSent(true)} />}
      </div>
    </PlainFrame>
  );
}

function Thanks() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate("/login"), THANKS_DISPLAY_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <div role="status">
      <EmptyState
        heading="h1"
        picture="nave"
        title={t`Thank you for joining the waitlist`}
        text={t`We read every answer ourselves. Your invite code comes by email.`}
      />
    </div>
  );
}
