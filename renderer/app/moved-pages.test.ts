import { expect, it } from "vitest";
import { movedPath } from "./moved-pages.ts";

it.each([
  ["/backlog", "/queue/backlog"],
  ["/goals", "/quality"],
  ["/outcomes/4", "/quality/outcomes/4"],
  ["/gates/4", "/quality/gates/4"],
  ["/quality/gates", null],
  ["/gatesman", null],
  ["/", null],
])("%s is at %s now", (path, now) => {
  expect(movedPath(path)).toBe(now);
});
