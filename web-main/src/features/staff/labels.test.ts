import { expect, test } from "vitest";
import { subjectKindLabel } from "./audit/subject-kinds.ts";
import { jobKindLabel } from "./jobs/job-kinds.ts";
import { answerLabel } from "./waitlist-answers.ts";

test("kinds have labels, and an unknown kind is made readable", () => {
  expect(subjectKindLabel("affiliation-request")).toBe("Affiliation request");
  expect(subjectKindLabel("guest-book")).toBe("Guest book");
  expect(jobKindLabel("notify-members")).toBe("Notify members");
  expect(jobKindLabel("polish-floor")).toBe("Polish floor");
});

test("offered answers have labels, and a typed answer stays as it is", () => {
  expect(answerLabel("word of mouth")).toBe("word of mouth");
  expect(answerLabel("Other: Chess")).toBe("Other: Chess");
  expect(answerLabel(null)).toBeNull();
});
