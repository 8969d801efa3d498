/** A hidden field with the account of a password form, for password managers. */
export function UsernameField({ email }: { email: string }) {
  return (
    <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
  );
}
