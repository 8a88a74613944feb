import { expect, it } from "vitest";
import { viewedFilesLimits as viewedLimits } from "../../lib/storage-keys.ts";
import { digestsOf, type ViewedFiles, withViewed } from "./viewed-files.ts";

const view = (viewed: ViewedFiles, session: number, digest: string, isViewed = true) =>
  withViewed(viewed, session, { file: { digest }, isViewed });

it("keeps which files of which session were viewed, by what they were then", () => {
  const viewed = view(view([], 1, "a1"), 2, "b1");
  expect([...digestsOf(viewed, 1)]).toEqual(["a1"]);
  expect(digestsOf(viewed, 1).has("a2")).toBe(false);
  expect(digestsOf(view(viewed, 1, "a1", false), 1).size).toBe(0);
  expect([...digestsOf(view(viewed, 1, "a1"), 1)]).toEqual(["a1"]);
});

it("drops the session that was used longest ago, and the file that was viewed longest ago", () => {
  let viewed: ViewedFiles = [];
  for (let session = 0; session <= viewedLimits.sessions; session++) viewed = view(viewed, session, "a");
  expect(viewed.length).toBe(viewedLimits.sessions);
  expect(digestsOf(viewed, 0).size).toBe(0);
  for (let file = 0; file <= viewedLimits.files; file++) viewed = view(viewed, 1, `${file}`);
  expect(digestsOf(viewed, 1).size).toBe(viewedLimits.files);
  expect(digestsOf(viewed, 1).has("a")).toBe(false);
});
