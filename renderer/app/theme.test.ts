import { expect, it } from "vitest";
import { nextTheme } from "./theme.ts";

it("goes from the system's scheme to light, to dark, and back", () => {
  expect(nextTheme("system")).toBe("light");
  expect(nextTheme("light")).toBe("dark");
  expect(nextTheme("dark")).toBe("system");
});
