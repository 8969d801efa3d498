import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { CircleCheck } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { LanguageMenu } from "../../auth-layouts/language-menu.tsx";
import { ProblemError, errorMessage } from "../../api/client.ts";
import { useBoot } from "../../shell/app.ts";
import { BrandMark } from "../../shell/brand-lockup.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { clearInviteFailures, isInviteLocked, noteInviteFailure } from "./invite-lock.ts";
import { isIos } from "../../ui/is-ios.ts";
import { type InviteCode, validateInviteCode } from "./queries.ts";
import { codeRules, type CodeValues } from "./rules.ts";
import { useTabTrap } from "./use-tab-trap.ts";

const WELCOME_MS = 800;
// On iOS a timer may be lost while the keyboard closes: it is started again once, then a button is
// offered.
const WELCOME_AGAIN_MS = 1800;
const WAITLIST_LINK_DELAY_MS = 4000;

interface InviteGateProps {
  onAccepted: (code: InviteCode) => void;
  /** The code of an invite link: prefilled and checked immediately. */
  linkedCode?: string | null;
  /** The reason why a failed sign-in led here. */
  refusal: string | null;
}

/** The dialog in front of the sign-up form; only a valid invite code opens the form. */
export function InviteGate({ onAccepted, refusal, linkedCode = null }: InviteGateProps) {
  const [accepted, setAccepted] = useState<InviteCode | null>(null);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useTabTrap(box);

  return (
    <div
      ref={box}
      role="dialog"
      aria-modal="true"
      aria-labelledby={id}
      className="w-full animate-fade bg-raised px-6 pt-7 pb-10 text-center shadow-e3 max-md:rounded-t-[20px] md:w-[440px] md:rounded-lg md:p-9"
    >
      <div className="mx-auto w-fit">
        <BrandMark size={44} />
      </div>
      {refusal !== null && accepted === null && (
        <Note tone="warning" role="alert" className="mt-4 text-start">
          {refusal}
        </Note>
      )}
      {accepted === null ? (
        <CodeForm titleId={id} linkedCode={linkedCode} onAccepted={setAccepted} />
      ) : (
        <CodeAccepted titleId={id} onDone={() => onAccepted(accepted)} />
      )}
    </div>
  );
}

function CodeAccepted({ titleId, onDone }: { titleId: string; onDone: () => void }) {
  const { brand } = useBoot();
  const offersWayOut = useWelcome(onDone);
  return (
    <>
      <div role="status">
        <h2 id={titleId} className="display mt-4 text-24">
          {t`Welcome to ${{ site: brand.name }}`}
        </h2>
        <p className="mt-2 flex items-center justify-center gap-2 text-14 text-success-text">
          <CircleCheck size={16} aria-hidden />
          {t`Redirecting to signup form...`}
        </p>
      </div>
      {offersWayOut && (
        <Button
          variant="primary"
          size="lg"
          onClick={onDone}
          className="mt-5 w-full"
        >{t`Continue to Signup`}</Button>
      )}
    </>
  );
}

/** Ends the welcome by itself; returns true when a button should be offered instead. */
function useWelcome(onDone: () => void): boolean {
  const [late, setLate] = useState(false);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    const end = () => done.current();
    const timers = [setTimeout(end, WELCOME_MS)];
    if (isIos()) {
      timers.push(
        setTimeout(end, WELCOME_AGAIN_MS),
        setTimeout(() => setLate(true), WAITLIST_LINK_DELAY_MS),
      );
    }
    return () => timers.forEach(clearTimeout);
  }, []);
  return late;
}

interface CodeFormProps {
  titleId: string;
  linkedCode: string | null;
  onAccepted: (code: InviteCode) => void;
}

function CodeForm({ titleId, linkedCode, onAccepted }: CodeFormProps) {
  const { brand } = useBoot();
  const { register, handleSubmit, formState, setError, setFocus } = useForm<CodeValues>({
    resolver: standardSchemaResolver(codeRules),
    defaultValues: { code: linkedCode ?? "" },
    reValidateMode: "onSubmit",
  });
  const code = register("code");
  const submit = handleSubmit(async ({ code: typed }) => {
    if (isInviteLocked()) {
      setError("code", { message: t`Too many attempts. Please try again later.` });
      return;
    }
    try {
      const valid = await validateInviteCode(typed);
      clearInviteFailures();
      onAccepted(valid);
    } catch (error) {
      if (error instanceof ProblemError && error.attemptsRemaining !== null) noteInviteFailure();
      const words = errorMessage(error, t`An error occurred while validating the code.`);
      setError("code", { message: words }, { shouldFocus: true });
    }
  });

  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    setFocus("code");
    if (linkedCode !== null) void submit();
  }, [setFocus, linkedCode, submit]);

  return (
    <>
      <h2 id={titleId} className="display mt-4 text-24">{t`Exclusive Access Required`}</h2>
      <p className="mx-auto mt-1.5 max-w-80 text-14 text-ink-2">
        {t`${{ site: brand.name }} is invite-only. Enter the code from your invitation to open the sign-up form.`}
      </p>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-6">
        <TextField
          label={t`Invite code`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          className="text-start"
          boxClassName="min-h-14 [&_input]:text-center [&_input]:font-mono [&_input]:text-20 [&_input]:font-medium [&_input]:tracking-[0.14em] [&_input]:uppercase"
          error={formState.errors.code?.message}
          {...code}
          onChange={(event) => {
            toUpperCaseCode(event.currentTarget);
            return code.onChange(event);
          }}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          busy={formState.isSubmitting}
          className="mt-5 w-full"
        >{t`Proceed to Signup`}</Button>
      </form>
      <WaitlistLink />
      <p className="mt-5 text-13 text-ink-3">
        <Trans>
          Already a member?{" "}
          <Link to="/login" className="link">
            Log in
          </Link>
        </Trans>
      </p>
      <LanguageMenu className="mt-4 justify-center text-ink-3" />
    </>
  );
}

/** Converts the input to upper case and keeps the caret position. */
function toUpperCaseCode(input: HTMLInputElement) {
  const large = input.value.toUpperCase();
  if (large === input.value) return;
  const { selectionStart, selectionEnd } = input;
  input.value = large;
  input.setSelectionRange(selectionStart, selectionEnd);
}

/**
 * The link to the waitlist, which exists on the main site only. Hidden while the network has no
 * waitlist.
 */
function WaitlistLink() {
  const { features, portal, mainOrigin } = useBoot();
  if (!features.waitlist) return null;
  return (
    <>
      <p className="my-5 flex items-center gap-3 text-12 text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">{t`No code yet?`}</p>
      <a
        href={portal === null ? "/waitlist" : `${mainOrigin}/waitlist`}
        className={buttonClass({ size: "lg" }, "w-full")}
      >{t`Join Early Access Waitlist`}</a>
    </>
  );
}
