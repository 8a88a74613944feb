import { expect, it } from "vitest";
import { marksOf, nextTheme } from "./appearance.store.ts";

it("goes from the system's scheme to light, to dark, and back", () => {
  expect(nextTheme("system")).toBe("light");
  expect(nextTheme("light")).toBe("dark");
  expect(nextTheme("dark")).toBe("system");
});

it("marks only what differs from the plain look", () => {
  expect(marksOf({ theme: "system", density: "comfortable", textSize: "normal" })).toEqual({
    theme: null,
    density: null,
    textSize: null,
  });
  expect(marksOf({ theme: "dark", density: "compact", textSize: "large" })).toEqual({
    theme: "dark",
    density: "compact",
    textSize: "large",
  });
});
