/** Whose password a form is about: password managers read it there, nobody sees it. */
export function UsernameField({ email }: { email: string }) {
  return (
    <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
  );
}
