import { expect, it } from "vitest";
import { marksOf, nextTheme } from "./appearance.store.ts";

it("cycles from the system's colors to light, dark, and back", () => {
  expect(nextTheme("system")).toBe("light");
  expect(nextTheme("light")).toBe("dark");
  expect(nextTheme("dark")).toBe("system");
});

it("sets only what differs from the defaults", () => {
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
