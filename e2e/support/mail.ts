import { expect } from "@playwright/test";
import { call, items, text } from "./http.ts";

/** The link in the latest mail to an address, once it has arrived. */
export function linkMailedTo(address: string): Promise<string> {
  return foundInMail(address, /https?:\/\/\S+/);
}

/** A pattern's match in the latest mail to an address, once it has arrived. */
export async function foundInMail(address: string, pattern: RegExp): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    const caught = items((await call("main", "/dev/mail.json")).body);
    const mine = caught
      .filter((mail) => text(mail, "to").includes(address))
      .toSorted((a, b) => text(a, "sentAt").localeCompare(text(b, "sentAt")));
    found = pattern.exec(text(mine.at(-1), "text"))?.[0];
    expect(found).toBeDefined();
  }).toPass({ timeout: 15_000 });
  return found ?? "";
}
