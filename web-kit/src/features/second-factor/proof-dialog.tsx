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
import { askProofPasskey, prove } from "./queries.ts";
import { useCodeForm } from "./use-code-form.ts";
import type { AskedProof } from "./use-proof.ts";

const failed = "Failed to re-authenticate";

/** Step-up authentication: asks for a password, code or passkey before a sensitive action. */
export function ProofDialog({ asked }: { asked: AskedProof | null }) {
  const me = useMe();
  if (asked === null || me === null) return null;
  const { hasTotp, isOffered } = me.secondFactor;
  if (hasTotp && isOffered) return <AskingCode asked={asked} me={me} />;
  if (asked.needsFactor) return <NoFactor asked={asked} />;
  return <AskingPassword asked={asked} me={me} />;
}

const passwordRules = z.object({
  password: z.string().check(z.minLength(1, "Please enter your password.")),
});

function AskingPassword({ asked, me }: { asked: AskedProof; me: Me }) {
  const { register, handleSubmit, formState, setError } = useForm<z.infer<typeof passwordRules>>({
    resolver: standardSchemaResolver(passwordRules),
    defaultValues: { password: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      await prove(values);
      asked.onProven();
    } catch (error) {
      applyProblem(error, ["password"], setError, failed);
    }
  });
  return (
    <Frame asked={asked} busy={isSubmitting} failure={errors.root?.message} onSubmit={submit}>
      <UsernameField email={me.email} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register("password")}
      />
      <OrPasskey asked={asked} me={me} />
    </Frame>
  );
}

function AskingCode({ asked, me }: { asked: AskedProof; me: Me }) {
  const form = useCodeForm(async (code) => {
    await prove({ code });
    asked.onProven();
  }, failed);
  return (
    <Frame asked={asked} busy={form.isSubmitting} failure={form.rootError} onSubmit={form.submit}>
      <CodeField
        kind="totp"
        {...form.field}
        hint="The six digits that your app currently shows, or a backup code."
      />
      <OrPasskey asked={asked} me={me} />
    </Frame>
  );
}

/** The action requires two factors, but the member has one. */
function NoFactor({ asked }: { asked: AskedProof }) {
  return (
    <Dialog
      open
      title="Confirm it is you"
      description={asked.reason}
      onOpenChange={(open) => open || asked.onGivenUp()}
      footer={
        <Button size="lg" onClick={asked.onGivenUp}>
          Close
        </Button>
      }
    >
      <Note tone="info">
        You have no second factor yet.{" "}
        <Link to="/settings/two-factor" className="link" onClick={asked.onGivenUp}>
          Set up two-factor authentication
        </Link>
      </Note>
    </Dialog>
  );
}

function OrPasskey({ asked, me }: { asked: AskedProof; me: Me }) {
  const { portal } = useBoot();
  if (portal !== null || me.secondFactor.passkeys === 0) return null;
  return (
    <PasskeyButton
      ask={askProofPasskey}
      send={async (assertion) => {
        await prove({ assertion });
        asked.onProven();
      }}
    >
      Use a passkey
    </PasskeyButton>
  );
}

type FrameProps = Pick<FormDialogProps, "busy" | "failure" | "onSubmit" | "children">;

function Frame({ asked, ...form }: FrameProps & { asked: AskedProof }) {
  return (
    <FormDialog
      title="Confirm it is you"
      description={asked.reason}
      confirm="Confirm"
      onClose={asked.onGivenUp}
      {...form}
    />
  );
}
