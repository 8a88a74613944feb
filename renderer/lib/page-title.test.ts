import { expect, it } from "vitest";
import { windowTitle } from "./page-title.ts";

it("says in a tab how many ask, which page it is, and whose", () => {
  expect(windowTitle("Inbox", 0)).toBe("Inbox · Signalbox");
  expect(windowTitle("Board", 3)).toBe("(3) Board · Signalbox");
  expect(windowTitle(null, 0)).toBe("Signalbox");
});
