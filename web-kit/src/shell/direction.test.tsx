import { i18n } from "@lingui/core";
import { screen } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";
import { openPage, server, servePages } from "../testing/open-page.tsx";
import { Tab, TabList, Tabs } from "../ui/tabs.tsx";
import { Root } from "./root.tsx";

servePages();

const tabs = (
  <Tabs defaultValue="first">
    <TabList aria-label="Numbers">
      <Tab value="first">First</Tab>
      <Tab value="second">Second</Tab>
      <Tab value="third">Third</Tab>
    </TabList>
  </Tabs>
);

test.each([
  ["en", "{ArrowRight}", "{ArrowLeft}"],
  ["ar-XB", "{ArrowLeft}", "{ArrowRight}"],
])("arrow keys follow the writing direction of %s", async (locale, forwards, backwards) => {
  i18n.loadAndActivate({ locale, messages: {} });
  server.use(http.get("/api/me", () => HttpResponse.json(null)));
  const { member } = openPage("/", () => [
    { element: <Root />, children: [{ index: true, element: tabs }] },
  ]);
  await member.click(await screen.findByRole("tab", { name: "First" }));
  await member.keyboard(forwards);
  expect(document.activeElement?.textContent).toBe("Second");
  await member.keyboard(forwards + backwards);
  expect(document.activeElement?.textContent).toBe("Second");
});
