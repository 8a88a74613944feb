import { expect, it } from "vitest";
import { goalFrame } from "../../../server/domains/sessions/goals/model.ts";
import { promptParts } from "./prompt-parts.ts";

const below = (goal: string): string => `${goalFrame.head}\n\n${goal}\n\n${goalFrame.tail}`;
const notes = "<session_notes>\nEdited today.\n\nUse pnpm.\n</session_notes>";

it.each([
  ["Do it.", { words: "Do it.", goal: null, notes: null }],
  [
    `Do it.\n\n${below("Green CI.\n\n- and docs")}`,
    { words: "Do it.", goal: "Green CI.\n\n- and docs", notes: null },
  ],
  [below("Green CI."), { words: "", goal: "Green CI.", notes: null }],
  [
    `Do it.\n\n${below("Green CI.")}\n\n${notes}\n`,
    { words: "Do it.", goal: "Green CI.", notes: "Edited today.\n\nUse pnpm." },
  ],
  // The person quotes an earlier prompt.
  [
    `Why "${goalFrame.head}"?\n\n${below("A")}\n\n${below("B")}`,
    { words: `Why "${goalFrame.head}"?\n\n${below("A")}`, goal: "B", notes: null },
  ],
  [`${goalFrame.head}\n\nUnfinished`, { words: `${goalFrame.head}\n\nUnfinished`, goal: null, notes: null }],
])("takes %j apart", (written, parts) => {
  expect(promptParts(written)).toEqual(parts);
});
