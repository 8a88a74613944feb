import { expect, it } from "vitest";
import { remoteProblem } from "./remote-problem.ts";

it.each([
  ["fatal: unable to access 'https://x.test/': Could not resolve host: x.test", "was not found"],
  ["fatal: could not read Username for 'https://x.test': terminal prompts disabled", "requires a sign-in"],
  ["git@x.test: Permission denied (publickey). fatal: Could not read from remote repository.", "sign-in"],
  ["Host key verification failed. fatal: Could not read from remote repository.", "does not know the host"],
  ["git did not answer within 20 seconds", "did not answer"],
  ["fatal: unable to connect to x.test: Connection refused", "did not answer"],
  ["fatal: '/srv/x.git' does not appear to be a git repository", "no repository at that address"],
  ["fatal: something new", "fatal: something new"],
])("says of %s that it %s", (message, words) => {
  expect(remoteProblem(message)).toContain(words);
});
