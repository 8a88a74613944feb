import { expect, it } from "vitest";
import type { HookSource } from "../runtime.ts";
import { hooksFile } from "./hooks-file.ts";

const hook: HookSource = {
  id: "bell",
  path: "/catalog/bell",
  event: "pre_tool_call",
  command: "./ring.sh",
  args: [],
  env: {},
};
const folderOf = (id: string) => `/srv/hooks/${id}`;

it("runs a hook's own script from its copy, with quoted arguments and variables", () => {
  const sources = [
    {
      ...hook,
      args: ["./tone.txt", "it's; rm"],
      env: { TONE: "$high" },
      matcher: "Bash",
      timeoutSeconds: 5,
    },
  ];
  expect(hooksFile(sources, folderOf)).toEqual({
    hooks: {
      PreToolUse: [
        {
          matcher: "Bash",
          hooks: [
            {
              type: "command",
              command: "TONE='$high' /srv/hooks/bell/ring.sh /srv/hooks/bell/tone.txt 'it'\\''s; rm'",
              timeout: 5,
            },
          ],
        },
      ],
    },
  });
});

it("accepts the CLI's own event names and leaves out events it does not have", () => {
  const events = ["session_start", "Stop", "session_start", "pre_commit", "notification"];
  const { hooks } = hooksFile(
    events.map((event) => ({ ...hook, event })),
    folderOf,
  );
  expect(Object.entries(hooks).map(([event, groups]) => [event, groups.length])).toEqual([
    ["SessionStart", 2],
    ["Stop", 1],
  ]);
});
