import { randomInt } from "node:crypto";

/**
 * A network that nobody else comes from. What one network may do is counted, and a run of the
 * journeys is many people: the instance believes its neighbour who says where each comes from.
 */
export function anyNetwork(): string {
  return ["10", randomInt(256), randomInt(256), randomInt(1, 255)].join(".");
}
