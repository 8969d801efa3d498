import { useSearchParams } from "react-router";
import { Title } from "../../shell/title.tsx";
import { PlainFrame, PlainSheet } from "./plain-frame.tsx";
import { VerifyLink } from "./verify-link.tsx";
import { VerifyWaiting } from "./verify-waiting.tsx";

/** Waits for the mailed link to be used; opened from that link, uses it. */
export function VerifyEmailScreen() {
  const [search] = useSearchParams();
  const token = search.get("token");
  return (
    <PlainFrame>
      <Title>Verify your email</Title>
      <PlainSheet>{token === null ? <VerifyWaiting /> : <VerifyLink token={token} />}</PlainSheet>
    </PlainFrame>
  );
}
