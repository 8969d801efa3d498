import { randomInt } from "node:crypto";

/**
 * A random client network. Actions are limited per network, and a test run stands for many people:
 * the instance trusts the header of a local proxy that names the client.
 */
export function anyNetwork(): string {
  return ["10", randomInt(256), randomInt(256), randomInt(1, 255)].join(".");
}
