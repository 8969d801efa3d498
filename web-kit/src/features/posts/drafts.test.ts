import { beforeEach, describe, expect, test, vi } from "vitest";
import { type DraftPicture, DraftStore } from "./drafts.ts";
import { deleteDraftsOf } from "./stored-drafts.ts";

beforeEach(() => localStorage.clear());

/** The drafts of a newly loaded page. */
const newPage = () => new DraftStore();
const key = "nadia/cable";
const answer = { text: "I agree", replyTo: { parentPostId: "p", name: "Kwame" } };

describe("a draft", () => {
  test("survives a reload with its parent post and idempotency key", () => {
    const sent = { key: "k", said: "that" };
    newPage().write(key, { ...answer, sent });
    expect(newPage().read(key)).toEqual({ ...answer, sent });
  });

  test("is deleted once it is empty", () => {
    const drafts = newPage();
    drafts.write(key, answer);
    drafts.write(key, { text: "", replyTo: null });
    expect(localStorage).toHaveLength(0);
    expect(newPage().read(key)).toEqual({ text: "", replyTo: null });
  });

  test("is deleted with its author's session, but not with another's", () => {
    const drafts = newPage();
    drafts.write(key, answer);
    drafts.write("kwame/cable", answer);
    drafts.forget("nadia");
    expect(drafts.read(key).text).toBe("");
    expect(drafts.read("kwame/cable")).toEqual(answer);
    const later = newPage();
    expect(later.read(key).text).toBe("");
    expect(later.read("kwame/cable")).toEqual(answer);
  });

  test("lives as long as the page if storage is blocked", () => {
    const refuse = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse);
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(refuse);
    vi.spyOn(Storage.prototype, "removeItem").mockImplementation(refuse);
    const drafts = newPage();
    drafts.write(key, answer);
    expect(drafts.read(key)).toEqual(answer);
    drafts.forget("nadia");
    expect(drafts.read(key).text).toBe("");
  });

  test("ignores an invalid stored draft", () => {
    localStorage.setItem(`gh-draft/${key}`, "{not json");
    expect(newPage().read(key).text).toBe("");
    localStorage.setItem(`gh-draft/${key}`, JSON.stringify({ text: 7 }));
    expect(newPage().read(key).text).toBe("");
  });

  test("changed or sent in another tab is updated, but keeps this tab's pictures", () => {
    const drafts = newPage();
    const picture: DraftPicture = {
      key: "a",
      name: "",
      preview: "",
      progress: 1,
      alt: "",
      file: null,
      image: null,
    };
    drafts.write(key, { ...answer, pictures: [picture] });
    const told = vi.fn();
    drafts.subscribe(told);
    localStorage.removeItem(`gh-draft/${key}`);
    dispatchEvent(new StorageEvent("storage", { key: `gh-draft/${key}` }));
    expect(told).toHaveBeenCalledOnce();
    expect(drafts.read(key)).toEqual({ text: "", replyTo: null, pictures: [picture] });
  });
});

test("a member's stored drafts are deleted although no screen has read them", () => {
  newPage().write(key, answer);
  newPage().write("kwame/cable", answer);
  deleteDraftsOf("nadia");
  expect(newPage().read(key).text).toBe("");
  expect(newPage().read("kwame/cable")).toEqual(answer);
});
