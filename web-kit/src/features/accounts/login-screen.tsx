import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useNavigate, useSearchParams } from "react-router";
import { ProblemError } from "../../api/client.ts";
import { applyProblem } from "../../forms/apply-problem.ts";
import { useBoot } from "../../shell/app.ts";
import { Title } from "../../shell/title.tsx";
import { EntryStage } from "../../stage/entry-stage.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormAlert, Note } from "../../ui/note.tsx";
import { PasswordField } from "../../ui/password-input.tsx";
import { logIn, resendVerification } from "./queries.ts";
import { loginRules, type LoginValues } from "./rules.ts";
import { openSession } from "./session.ts";

export function LoginScreen() {
  const { portal } = useBoot();
  const [search] = useSearchParams();
  return (
    <EntryStage>
      <Title>Log In</Title>
      <h1 className="display text-24 md:text-30">Log In to Your Account</h1>
      <p className="mt-2 text-15 text-ink-2">
        {portal === null
          ? "Your verified communities and affiliations, in one place."
          : `The members’ portal of ${portal.affiliationName}.`}
      </p>
      {search.get("verified") === "true" && (
        <Note tone="success" role="status" className="mt-4 font-medium">
          Email verified successfully! You&apos;re now ready to log in.
        </Note>
      )}
      <LoginForm />
      <p className="mt-5 text-14 text-ink-2 max-md:text-center">
        Have an invite code?{" "}
        <Link to="/signup" className="link">
          Sign up
        </Link>
      </p>
    </EntryStage>
  );
}

function LoginForm() {
  const navigate = useNavigate();
  const { register, handleSubmit, formState, setError, getValues } = useForm<LoginValues>({
    resolver: standardSchemaResolver(loginRules),
    defaultValues: { email: "", password: "", staySignedIn: true },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    try {
      const { idToken } = await logIn(values);
      await openSession(idToken, values.staySignedIn);
      await navigate("/", { replace: true });
    } catch (error) {
      applyProblem(error, ["email", "password"], setError, "Login failed. Please try again.");
    }
  });

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mt-5 flex flex-col gap-4 md:mt-7 md:gap-5"
    >
      <FormAlert>
        {errors.root?.message}
        {errors.root?.type === "email-not-verified" && <ResendLink email={getValues("email")} />}
      </FormAlert>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...register("email")}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register("password")}
      />
      <Checkbox label="Stay signed in" {...register("staySignedIn")} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busy={isSubmitting}
        busyLabel="Signing in..."
        className="w-full"
      >
        Sign In
      </Button>
    </form>
  );
}

/** For somebody whose first message got lost: another link to the address they just typed. */
function ResendLink({ email }: { email: string }) {
  const [words, setWords] = useState<string | null>(null);
  const send = async () => {
    try {
      setWords((await resendVerification(email)).message);
    } catch (error) {
      setWords(
        error instanceof ProblemError
          ? error.detail
          : "An error occurred while resending the verification link.",
      );
    }
  };
  if (words !== null) return <span className="mt-1 block">{words}</span>;
  return (
    <button
      type="button"
      onClick={() => void send()}
      className="mt-1 block font-strong underline underline-offset-3"
    >
      Send the link again
    </button>
  );
}
