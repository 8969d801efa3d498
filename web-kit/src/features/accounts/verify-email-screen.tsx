import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { Title } from "../../shell/title.tsx";
import { PlainFrame, PlainSheet } from "./plain-frame.tsx";
import { storedUnverifiedSignIn } from "./unverified-sign-in.ts";
import { VerifyAgain } from "./verify-again.tsx";
import { VerifyLink } from "./verify-link.tsx";
import { VerifyWaiting } from "./verify-waiting.tsx";

/** Waits until the mailed link is used; if opened from that link, uses it. */
export function VerifyEmailScreen() {
  const [search] = useSearchParams();
  const token = search.get("token");
  const [refused] = useState(storedUnverifiedSignIn);
  return (
    <PlainFrame>
      <Title>{t`Verify your email`}</Title>
      <PlainSheet>
        {token !== null && <VerifyLink token={token} />}
        {token === null && refused !== null && <VerifyAgain refused={refused} />}
        {token === null && refused === null && <VerifyWaiting />}
      </PlainSheet>
    </PlainFrame>
  );
}
