/** A catalogue, which the build compiles. */
declare module "*.po" {
  export const messages: import("@lingui/core").Messages;
}
