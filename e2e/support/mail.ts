import { expect } from "@playwright/test";
import { call, items, text } from "./http.ts";

/** The link in the newest mail to an address, once it has come. */
export async function linkMailedTo(address: string): Promise<string> {
  let link: string | undefined;
  await expect(async () => {
    const caught = items((await call("main", "/dev/mail.json")).body);
    const mine = caught
      .filter((mail) => text(mail, "to").includes(address))
      .toSorted((a, b) => text(a, "sentAt").localeCompare(text(b, "sentAt")));
    link = /https?:\/\/\S+/.exec(text(mine.at(-1), "text"))?.[0];
    expect(link).toBeDefined();
  }).toPass({ timeout: 15_000 });
  return link ?? "";
}
