import { expect, it } from "vitest";
import { injectedServerName } from "./view.ts";

it.each([
  ["none of that name", ["clock"], "signalbox"],
  ["one of that name", ["signalbox"], "signalbox-self"],
  ["two of such names", ["signalbox-self", "signalbox"], "signalbox-self-self"],
])("the service's own server keeps out of the way of a catalog with %s", (_title, others, name) => {
  expect(injectedServerName(others)).toBe(name);
});
