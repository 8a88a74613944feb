import { expect, it } from "vitest";
import { isQuestion } from "./is-question.ts";

it.each([
  "Why does the login test fail on main?",
  "What is the largest table? And who writes to it?",
  "The build takes ten minutes. Where does the time go?",
  "Can you explain how the cache is filled?",
  "How would I add a column?\n\n```sql\nALTER TABLE x\n```\nIs that enough?",
  "为什么测试失败？",
])("takes %j for a question", (prompt) => {
  expect(isQuestion(prompt)).toBe(true);
});

it.each([
  "",
  "Fix the login test",
  "Can you add dark mode?",
  "Hey, could you please fix this?",
  "Fix the login test. Does it pass then?",
  "Why does the login test fail? Please fix it.",
  "Does it build?\n- Remove the old one\nDoes it still?",
])("takes %j for work", (prompt) => {
  expect(isQuestion(prompt)).toBe(false);
});
