import { call } from "../../api/client.ts";

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
  confirmPassword: string;
  signOutOthers: boolean;
}

export function changePassword(body: PasswordChange) {
  return call<{ message: string }>("POST", "/api/identity/password/change", { body });
}
