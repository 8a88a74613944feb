import { expect, it } from "vitest";
import { refProblem } from "./ref-rules.ts";

const none = "0".repeat(40);
const commit = "1".repeat(40);

it.each([
  ["a plain branch", "refs/heads/main"],
  ["a branch in folders", "refs/heads/people/ada/fix-1.2_3"],
  ["letters of any language", "refs/heads/größe/日本語"],
  ["signs that are part of a name", "refs/heads/c++@v1,2"],
  ["a tag", "refs/tags/v1.0.0"],
  ["notes", "refs/notes/commits"],
  ["the longest name", `refs/heads/${"a".repeat(239)}`],
])("takes %s", (_what, name) => {
  expect(refProblem({ before: none, after: commit, name })).toBeNull();
});

it.each([
  ["a command after it", "refs/heads/fix;touch${IFS}x;"],
  ["a substitution", "refs/heads/$(id)"],
  ["a substitution in its old form", "refs/heads/`id`"],
  ["a variable", "refs/heads/$HOME"],
  ["a pipe", "refs/heads/a|b"],
  ["a background command", "refs/heads/a&b"],
  ["a redirection", "refs/heads/a>b"],
  ["a quote", "refs/heads/a'b"],
  ["a double quote", 'refs/heads/a"b'],
  ["braces", "refs/heads/{a,b}"],
  ["parentheses", "refs/heads/a(b)"],
  ["a command of history", "refs/heads/!id"],
  ["a comment", "refs/heads/#1"],
  ["a percent sign, which another shell replaces", "refs/heads/%PATH%"],
  ["an equals sign", "refs/heads/=ls"],
  ["a space", "refs/heads/a b"],
  ["an option", "refs/heads/-x"],
  ["an option further down", "refs/heads/a/--output=x"],
  ["a part that is hidden", "refs/heads/a/.b"],
  ["a letter without width", "refs/heads/a\u200bb"],
  ["a change of direction", "refs/heads/a\u202eb"],
  ["an escape sequence", "refs/heads/a\u001b[0m"],
  ["an empty part", "refs/heads/a//b"],
  ["the name of HEAD", "refs/heads/HEAD"],
  ["too long a name", `refs/heads/${"a".repeat(240)}`],
])("takes no new name with %s", (_what, name) => {
  expect(refProblem({ before: none, after: commit, name })).toBe("strange_name");
  // The owner has it already.
  expect(refProblem({ before: commit, after: none, name })).toBeNull();
});

it.each([
  "refs/remotes/origin/main",
  "refs/replace/1111111111111111111111111111111111111111",
  "refs/stash",
  "refs/bisect/bad",
  "refs/signalbox/base",
  "refs/heads/",
  "HEAD",
  "main",
  "../refs/heads/main",
])("takes nothing for %s, whether it is new or not", (name) => {
  expect(refProblem({ before: none, after: commit, name })).toBe("other_namespace");
  expect(refProblem({ before: commit, after: commit, name })).toBe("other_namespace");
});
