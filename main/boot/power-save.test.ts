import { expect, it } from "vitest";
import { powerSaveInhibitor } from "./power-save.ts";

it("keeps the machine awake once at a time, and ends that once", () => {
  const calls: string[] = [];
  const powerSaveBlocker = {
    start: (type: string) => calls.push(`block ${type}`),
    stop: (id: number) => calls.push(`unblock ${id}`) > 0,
    isStarted: () => false,
  };
  const inhibitor = powerSaveInhibitor({ powerSaveBlocker });
  inhibitor.release();
  inhibitor.hold(() => {});
  inhibitor.release();
  inhibitor.release();
  expect(calls).toEqual(["block prevent-app-suspension", "unblock 1"]);
});
