import { expect, it } from "vitest";
import type { SlashCommand } from "../../../server/domains/turns/commands/model.ts";
import { beginsCommand, movedBy, offeredCommands, withCommand } from "./commands.ts";

const command = (name: string, argument: string | null = null): SlashCommand => ({
  name,
  description: "",
  argument,
  source: "service",
});
const all = [command("clear"), command("context"), command("model", "[model]"), command("ops:deploy")];

it.each([
  ["/", ["clear", "context", "model", "ops:deploy"]],
  ["/c", ["clear", "context"]],
  ["/DEP", ["ops:deploy"]],
  ["/o", ["ops:deploy", "context", "model"]],
  ["/model ", []],
  ["/etc/hosts", []],
  ["see /c", []],
  ["", []],
])("offers for %j", (prompt, names) => {
  expect(offeredCommands(prompt, all).map(({ name }) => name)).toEqual(names);
});

it("asks for commands only while a name is written", () => {
  expect(["/", "/cl", "/clear now", "text"].map(beginsCommand)).toEqual([true, true, false, false]);
});

it("completes a command, with room for what it takes", () => {
  expect(all.slice(1, 3).map(withCommand)).toEqual(["/context", "/model "]);
});

it("moves through the list, and on from its ends", () => {
  expect([movedBy(0, -1, 3), movedBy(2, 1, 3), movedBy(0, 1, 3)]).toEqual([2, 0, 1]);
});
