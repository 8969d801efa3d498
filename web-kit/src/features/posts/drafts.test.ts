import { beforeEach, describe, expect, test, vi } from "vitest";
import { type DraftPicture, DraftStore } from "./drafts.ts";

beforeEach(() => localStorage.clear());

/** The drafts of a newly loaded page. */
const newPage = () => new DraftStore();
const place = "nadia/cable";
const answer = { text: "I agree", replyTo: { parentPostId: "p", name: "Kwame" } };

describe("a draft", () => {
  test("outlives its page, with whom it answers and under which key it was sent", () => {
    const sent = { key: "k", said: "that" };
    newPage().write(place, { ...answer, sent });
    expect(newPage().read(place)).toEqual({ ...answer, sent });
  });

  test("is gone for good once it is empty", () => {
    const drafts = newPage();
    drafts.write(place, answer);
    drafts.write(place, { text: "", replyTo: null });
    expect(localStorage).toHaveLength(0);
    expect(newPage().read(place)).toEqual({ text: "", replyTo: null });
  });

  test("goes with its author, and nobody else's does", () => {
    const drafts = newPage();
    drafts.write(place, answer);
    drafts.write("kwame/cable", answer);
    drafts.forget("nadia");
    expect(drafts.read(place).text).toBe("");
    expect(drafts.read("kwame/cable")).toEqual(answer);
    const later = newPage();
    expect(later.read(place).text).toBe("");
    expect(later.read("kwame/cable")).toEqual(answer);
  });

  test("stays for as long as its page where nothing can be kept", () => {
    const refuse = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse);
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(refuse);
    vi.spyOn(Storage.prototype, "removeItem").mockImplementation(refuse);
    const drafts = newPage();
    drafts.write(place, answer);
    expect(drafts.read(place)).toEqual(answer);
    drafts.forget("nadia");
    expect(drafts.read(place).text).toBe("");
  });

  test("that is no draft is not believed", () => {
    localStorage.setItem(`gh-draft/${place}`, "{not json");
    expect(newPage().read(place).text).toBe("");
    localStorage.setItem(`gh-draft/${place}`, JSON.stringify({ text: 7 }));
    expect(newPage().read(place).text).toBe("");
  });

  test("that another tab sent or went on with is the same here, beside one's own pictures", () => {
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
    drafts.write(place, { ...answer, pictures: [picture] });
    const told = vi.fn();
    drafts.subscribe(told);
    localStorage.removeItem(`gh-draft/${place}`);
    dispatchEvent(new StorageEvent("storage", { key: `gh-draft/${place}` }));
    expect(told).toHaveBeenCalledOnce();
    expect(drafts.read(place)).toEqual({ text: "", replyTo: null, pictures: [picture] });
  });
});
