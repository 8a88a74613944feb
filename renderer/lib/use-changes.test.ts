import { expect, it } from "vitest";
import { changesOf } from "./use-changes.ts";

it("sends only what was changed", () => {
  const saved = { idle_minutes: 5, starts_backlog: true, interval: 60 };
  expect(changesOf(saved, { idle_minutes: 5, starts_backlog: false })).toEqual({ starts_backlog: false });
  expect(changesOf(saved, {})).toEqual({});
});
