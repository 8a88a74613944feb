import { expect, it } from "vitest";
import { windowTitle } from "./page-title.ts";

it("shows the number of sessions that need you, the page and the product", () => {
  expect(windowTitle("Inbox", 0)).toBe("Inbox · Signalbox");
  expect(windowTitle("Board", 3)).toBe("(3) Board · Signalbox");
  expect(windowTitle(null, 0)).toBe("Signalbox");
});
