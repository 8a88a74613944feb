import { expect, it } from "vitest";
import { terminalText } from "./terminal-text.ts";

const esc = "\u001b";
const bell = "\u0007";

it.each([
  ["drops colors", `${esc}[94mblue${esc}[39m`, "blue"],
  [
    "keeps the target of a link whose label is short",
    `${esc}]8;;https://a.example/x?y=1${bell}here${esc}]8;;${bell}.`,
    " https://a.example/x?y=1 here .",
  ],
  [
    "takes a link that ends as the standard says",
    `${esc}]8;id=1;https://a.example${esc}\\here${esc}]8;;${esc}\\`,
    " https://a.example here ",
  ],
  ["drops the title of the window", `${esc}]0;codex${bell}hello`, "hello"],
  ["waits for the rest of a sequence", `hello${esc}[9`, "hello"],
  ["waits for the rest of a link", `hello${esc}]8;;https://a.exam`, "hello"],
])("%s", (_title, output, expected) => {
  expect(terminalText(output)).toBe(expected);
});
