import { expect, it } from "vitest";
import type { HookSource } from "../runtime.ts";
import { hookSettings } from "./hooks.ts";

const hook: HookSource = {
  id: "note",
  path: "/catalog/note",
  event: "pre_tool_call",
  command: "./run.sh",
  args: [],
  env: {},
};
const folder = "/srv/hooks/note";

it.each([
  ["session_start", ["SessionStart"]],
  ["session_end", ["SessionEnd"]],
  ["pre_tool_call", ["PreToolUse"]],
  ["post_tool_call", ["PostToolUse"]],
  ["notification", ["Notification"]],
  ["Stop", ["Stop"]],
  ["pre_commit", []],
])("maps the event %s to %j", (event, expected) => {
  expect(hookSettings([{ hook: { ...hook, event }, folder }])).toEqual({
    hooks: Object.fromEntries(expected.map((name) => [name, [expect.anything()]])),
  });
});

it("gathers the hooks of one event, with matcher and time limit", () => {
  const slow = { ...hook, matcher: "Bash|Edit", timeoutSeconds: 5 };
  expect(
    hookSettings([
      { hook, folder },
      { hook: slow, folder },
    ]),
  ).toEqual({
    hooks: {
      PreToolUse: [
        { matcher: "", hooks: [{ type: "command", command: "/srv/hooks/note/run.sh" }] },
        {
          matcher: "Bash|Edit",
          hooks: [{ type: "command", command: "/srv/hooks/note/run.sh", timeout: 5 }],
        },
      ],
    },
  });
});

it("quotes what a shell would act on", () => {
  const sharp = {
    ...hook,
    command: "node",
    args: ["./a b.js", "$HOME", "it's"],
    env: { GREETING: "good `day`" },
  };
  const [entry] = Object.values(hookSettings([{ hook: sharp, folder }])).flatMap((hooks) => hooks.PreToolUse);
  expect(entry.hooks[0].command).toBe(
    `GREETING='good \`day\`' node '/srv/hooks/note/a b.js' '$HOME' 'it'\\''s'`,
  );
});
