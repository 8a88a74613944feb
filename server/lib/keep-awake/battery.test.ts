import { mkdir, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { makeTestFolder } from "../../../test/support/test-folder.ts";
import { batteryOfPmset, readSuppliesIn } from "./battery.ts";

it("is the emptiest one of the machine itself", async () => {
  await using folder = await makeTestFolder();
  const supply = async (name: string, facts: Record<string, string>) => {
    await mkdir(folder.at(name));
    for (const [fact, value] of Object.entries(facts))
      await writeFile(folder.at(`${name}/${fact}`), `${value}\n`);
  };
  expect(await readSuppliesIn(folder.path)).toBeNull();
  await supply("AC", { type: "Mains", online: "0" });
  await supply("hidpp_battery_0", { type: "Battery", scope: "Device", capacity: "3", status: "Discharging" });
  expect(await readSuppliesIn(folder.path)).toBeNull();
  await supply("BAT0", { type: "Battery", capacity: "80", status: "Discharging" });
  await supply("BAT1", { type: "Battery", capacity: "8", status: "Discharging" });
  expect(await readSuppliesIn(folder.path)).toEqual({ percent: 8, isDischarging: true });
  expect(await readSuppliesIn(folder.at("not-there"))).toBeNull();
});

it.each([
  ["Now drawing from 'Battery Power'\n -InternalBattery-0 (id=1)\t9%; discharging; 0:20 remaining", 9, true],
  ["Now drawing from 'AC Power'\n -InternalBattery-0 (id=1)\t91%; charging; 0:40 remaining", 91, false],
])("is read from what macOS says (%#)", (said, percent, isDischarging) => {
  expect(batteryOfPmset(said)).toEqual({ percent, isDischarging });
});

it("is none on a Mac without one", () => {
  expect(batteryOfPmset("Now drawing from 'AC Power'\n")).toBeNull();
});
