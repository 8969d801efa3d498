import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import * as z from "zod/mini";
import type { Me } from "../../api/types.ts";
import { applyProblem } from "../../forms/apply-problem.ts";
import { useBoot } from "../../shell/app.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormDialog, type FormDialogProps } from "../../ui/form-dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { PasswordField } from "../../ui/password-input.tsx";
import { UsernameField } from "../../ui/username-field.tsx";
import { useMe } from "../accounts/queries.ts";
import { CodeField } from "./code-field.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { requestProofPasskey, submitProof } from "./queries.ts";
import { useCodeForm } from "./use-code-form.ts";
import type { ProofRequest } from "./use-proof.ts";

const failed = t`Failed to re-authenticate`;

/** Step-up authentication: asks for a password, code or passkey before a sensitive action. */
export function ProofDialog({ requested }: { requested: ProofRequest | null }) {
  const me = useMe();
  if (requested === null || me === null) return null;
  const { hasTotp, isOffered } = me.secondFactor;
  if (hasTotp && isOffered) return <CodePrompt requested={requested} me={me} />;
  if (requested.needsFactor) return <NoFactor requested={requested} />;
  return <PasswordPrompt requested={requested} me={me} />;
}

const passwordRules = z.object({
  password: z.string().check(z.minLength(1, t`Please enter your password.`)),
});

function PasswordPrompt({ requested, me }: { requested: ProofRequest; me: Me }) {
  const { register, handleSubmit, formState, setError } = useForm<z.infer<typeof passwordRules>>({
    resolver: standardSchemaResolver(passwordRules),
    defaultValues: { password: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      await submitProof(values);
      requested.onProven();
    } catch (error) {
      applyProblem(error, ["password"], setError, failed);
    }
  });
  return (
    <Frame
      requested={requested}
      busy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
    >
      <UsernameField email={me.email} />
      <PasswordField
        label={t`Password`}
        autoComplete="current-password"
        error={errors.password?.message}
        {...register("password")}
      />
      <PasskeyOption requested={requested} me={me} />
    </Frame>
  );
}

function CodePrompt({ requested, me }: { requested: ProofRequest; me: Me }) {
  const form = useCodeForm(async (code) => {
    await submitProof({ code });
    requested.onProven();
  }, failed);
  return (
    <Frame
      requested={requested}
      busy={form.isSubmitting}
      failure={form.rootError}
      onSubmit={form.submit}
    >
      <CodeField
        kind="totp"
        {...form.field}
        hint={t`The six digits that your app currently shows, or a backup code.`}
      />
      <PasskeyOption requested={requested} me={me} />
    </Frame>
  );
}

/** The action requires two factors, but the member has one. */
function NoFactor({ requested }: { requested: ProofRequest }) {
  return (
    <Dialog
      open
      title={t`Confirm it is you`}
      description={requested.reason}
      onOpenChange={(open) => open || requested.onCancelled()}
      footer={<Button size="lg" onClick={requested.onCancelled}>{t`Close`}</Button>}
    >
      <Note tone="info">
        <Trans>
          You have no second factor yet.{" "}
          <Link to="/settings/two-factor" className="link" onClick={requested.onCancelled}>
            Set up two-factor authentication
          </Link>
        </Trans>
      </Note>
    </Dialog>
  );
}

function PasskeyOption({ requested, me }: { requested: ProofRequest; me: Me }) {
  const { portal } = useBoot();
  if (portal !== null || me.secondFactor.passkeys === 0) return null;
  return (
    <PasskeyButton
      ask={requestProofPasskey}
      send={async (assertion) => {
        await submitProof({ assertion });
        requested.onProven();
      }}
    >{t`Use a passkey`}</PasskeyButton>
  );
}

type FrameProps = Pick<FormDialogProps, "busy" | "failure" | "onSubmit" | "children">;

function Frame({ requested, ...form }: FrameProps & { requested: ProofRequest }) {
  return (
    <FormDialog
      title={t`Confirm it is you`}
      description={requested.reason}
      confirm={t`Confirm`}
      onClose={requested.onCancelled}
      {...form}
    />
  );
}
