import { describe, expect, it } from "vitest";
import { claudeSlashCommands } from "../../../runtimes/claude-code/slash-commands.ts";
import { agentRuntimes } from "../../../runtimes/index.ts";
import { decideCommand, modelMeant, modelsMeant, readCommand } from "./rules.ts";
import { text } from "./text.ts";

describe("readCommand", () => {
  it.each([
    ["/help", "help", ""],
    ["  /model  opus \n", "model", "opus"],
    ["/compact keep\nthe plan", "compact", "keep\nthe plan"],
    ["/skill:greet", "skill:greet", ""],
  ])("reads %j", (prompt, name, argument) => {
    expect(readCommand(prompt)).toEqual({ name, argument });
  });

  it.each([
    "/etc/hosts is wrong",
    "/usr/bin/x fails",
    "/",
    "/ is the root",
    "//comment",
    "/.env is missing",
    "/2026 plan",
    "See /help",
    "",
  ])("reads no command in %j", (prompt) => {
    expect(readCommand(prompt)).toBeNull();
  });
});

describe("decideCommand", () => {
  const decide = (prompt: string, custom: readonly string[] = []) =>
    decideCommand(prompt, claudeSlashCommands, (name) => custom.includes(name));

  it.each([
    ["/help", "help", ""],
    ["/new", "clear", ""],
    ["/usage", "cost", ""],
    ["/status", "context", ""],
    ["/model opus", "model", "opus"],
  ])("leaves %j to the service", (prompt, name, argument) => {
    expect(decide(prompt)).toEqual({ kind: "own", command: { name, argument } });
  });

  it.each(["/recap", "/tmp is full", "/etc/hosts is wrong", "/constructor", "/toString"])(
    "lets %j through",
    (prompt) => {
      expect(decide(prompt)).toEqual({ kind: "prompt" });
    },
  );

  it("knows what is about the conversation", () => {
    const command = { name: "compact", argument: "keep the plan" };
    expect(decide("/compact keep the plan")).toEqual({ kind: "about_conversation", command });
  });

  it("knows what only the CLI's own interface has", () => {
    expect(decide("/login")).toEqual({ kind: "absent", name: "login" });
  });

  it.each(["/help", "/login", "/clear", "/compact"])(
    "lets %j through where the repository has it",
    (prompt) => {
      expect(decide(prompt, [prompt.slice(1)])).toEqual({ kind: "prompt" });
    },
  );
});

it.each(agentRuntimes({ environment: {} }))(
  "$label has each command once, and a word for each",
  (runtime) => {
    const { answered = [], absent = [], aboutConversation = [] } = runtime.slashCommands ?? {};
    const names = [...answered.map(({ name }) => name), ...absent];
    expect(names).toEqual([...new Set(names)]);
    expect(answered.map(({ name }) => name)).toEqual(expect.arrayContaining([...aboutConversation]));
    for (const name of absent) expect(text.absent(name, runtime.label)).toMatch(/^.+ does not have \/.+\. /);
  },
);

it.each([
  ["opus", ["claude-opus-5-5"]],
  ["Sonnet 5.5", ["claude-sonnet-5-5"]],
  ["5", ["claude-opus-5-5", "claude-sonnet-5-5"]],
  ["gpt", []],
])("takes %j for %j", (word, expected) => {
  const models = [
    { id: "claude-opus-5-5", label: "Opus 5.5" },
    { id: "claude-sonnet-5-5", label: "Sonnet 5.5" },
  ];
  expect(modelsMeant(word, models)).toEqual(expected);
});

it.each<[string, string | null]>([
  ["opus", "opus"],
  ["sonnet", "claude-sonnet-5-5"],
  ["claude-opus-5", "claude-opus-5"],
  ["Opus", null],
  ["gpt", null],
])("with two versions of Opus, takes %j for %j", (word, expected) => {
  const models = [
    { id: "claude-opus-5-5", label: "Opus 5.5" },
    { id: "claude-sonnet-5-5", label: "Sonnet 5.5" },
    { id: "claude-opus-6", label: "Opus 6" },
  ];
  const accepts = (model: string): boolean => ["opus", "claude-opus-5"].includes(model);
  expect(modelMeant(word, { models, accepts })).toBe(expected);
});
