import { expect, it } from "vitest";
import { settingsIn } from "./owner-settings.ts";

const repository = { gitFolder: "/a/.git", commonFolder: "/a/.git" };
const ours = "core.hookspath\n/dev/null\0";

it.each([
  ["nothing", ours, { hooksFolder: "/a/.git/hooks", updatesCheckout: false }],
  ["a folder of hooks", `core.hookspath\n/hooks\0${ours}`, { hooksFolder: "/hooks", updatesCheckout: false }],
  [
    "that a push updates the checkout",
    `receive.denycurrentbranch\nupdateInstead\0${ours}`,
    { hooksFolder: "/a/.git/hooks", updatesCheckout: true },
  ],
  [
    "it twice, of which the last counts",
    `receive.denycurrentbranch\nupdateInstead\0receive.denycurrentbranch\nwarn\0${ours}`,
    { hooksFolder: "/a/.git/hooks", updatesCheckout: false },
  ],
])("reads a configuration that says %s", (_what, listed, expected) => {
  expect(settingsIn(listed, repository)).toEqual(expected);
});
