import { expect, it } from "vitest";
import { recurringJobName } from "../../renderer/features/settings/health/recurring-jobs.ts";
import { filesBelow, textOf } from "./tree.ts";

it("names every recurring job in plain words on the Health page", () => {
  const sources = filesBelow("server").filter((file) => file.endsWith("/jobs.ts"));
  const kinds = sources.flatMap((file) =>
    [...textOf(file).matchAll(/defineRecurringJob\("([^"]+)"/g)].map(([, kind = ""]) => kind),
  );
  expect(kinds.length).toBeGreaterThan(20);
  expect(kinds.filter((kind) => recurringJobName(kind) === kind)).toEqual([]);
});
