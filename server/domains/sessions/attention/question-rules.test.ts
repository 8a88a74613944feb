import { describe, expect, it } from "vitest";
import { isUnclear, questionAtEnd } from "./question-rules.ts";

const fence = "```";

describe("questionAtEnd", () => {
  it.each<[string, string, string]>([
    ["a question", "Which one do you prefer?", "Which one do you prefer?"],
    ["the last of several sentences", "I found two ways. Which one do you want?", "Which one do you want?"],
    ["a question in bold", "**Should I merge it?**", "Should I merge it?"],
    ["a question in parentheses", "I can go on (shall I?)", "I can go on (shall I?)"],
    ["two marks", "You want me to drop the table??", "You want me to drop the table??"],
    ["an emoji after it", "Shall I go on? 🙂", "Shall I go on?"],
    ["options below it", "Which database?\n\n- SQLite\n- Postgres", "Which database?"],
    ["numbered options below it", "Which one do you want?\n1. Keep it\n2. Drop it", "Which one do you want?"],
    ["a list of questions", "Before I go on:\n\n1. Which port?\n2. Which host?", "Which host?"],
    ["a recommendation after it", "Should I split it? I would.", "Should I split it?"],
    ["a closer after it", "Should I merge it? Let me know if you have questions.", "Should I merge it?"],
    ["thanks after it", "Could you paste the log?\n\nThanks!", "Could you paste the log?"],
    [
      "code after it",
      `Does this look right?\n\n${fence}ts\nconst a = b ? c : d;\n${fence}`,
      "Does this look right?",
    ],
    ["a rule after it", "May I delete it?\n\n---", "May I delete it?"],
    ["a quoted name in it", 'Should I rename "old?" to "new"?', "Should I rename quote to quote?"],
    ["code in it", "Should I run `npm audit`?", "Should I run code?"],
    ["a link in it", "Is [this page](https://x.example/?a=1) right?", "Is this page right?"],
    ["a request to tell", "Please tell me which one you prefer.", "Please tell me which one you prefer."],
    ["let me know which", "Let me know which option you want.", "Let me know which option you want."],
    ["let me know if I should", "Let me know if I should proceed.", "Let me know if I should proceed."],
    ["a request to confirm", "Please confirm before I delete it.", "Please confirm before I delete it."],
    ["waiting for approval", "I am waiting for your approval.", "I am waiting for your approval."],
    ["something it needs", "I need your API key to go on.", "I need your API key to go on."],
    ["an offer", "Would you like me to open a pull request?", "Would you like me to open a pull request?"],
    ["a plan to agree to", "I will drop the index. OK?", "OK?"],
    ["Japanese", "どちらにしますか？", "どちらにしますか？"],
    ["Japanese without a mark", "続けてもよろしいですか。", "続けてもよろしいですか。"],
    ["Chinese", "你想要哪一个？", "你想要哪一个？"],
    ["Chinese without a mark", "我可以继续吗。", "我可以继续吗。"],
    ["Spanish", "Listo. ¿Quieres que lo despliegue?", "¿Quieres que lo despliegue?"],
    ["Arabic", "هل أواصل؟", "هل أواصل؟"],
    ["Greek", "Να συνεχίσω;", "Να συνεχίσω;"],
    ["German", "Fertig. Soll ich weitermachen?", "Soll ich weitermachen?"],
    ["French with a space", "Dois-je continuer ?", "Dois-je continuer ?"],
  ])("finds %s", (_title, answer, question) => {
    expect(questionAtEnd(answer)).toBe(question);
  });

  it.each<[string, string]>([
    ["nothing", ""],
    ["a statement", "All tests pass."],
    [
      "a question in the middle",
      "Why did it fail? The cache was stale. I cleared it and the tests pass now. Done.",
    ],
    ["a rhetorical question", "Why did it fail? The cache was stale."],
    ["a question in an earlier paragraph", "What changed?\n\nThe parser now reads dates."],
    ["a question in code", `The prompt:\n\n${fence}\nAre you sure?\n${fence}`],
    ["a question in code without an end", `The prompt:\n\n${fence}\nAre you sure?`],
    ["a question in inline code", "The button now says `Are you sure?`"],
    ["a quoted question", 'The dialog now asks "Are you sure?"'],
    ["a quoted question and a period", "The dialog now asks “Are you sure?”."],
    ["a question in French quotation marks", "Le message est « Continuer ? »"],
    ["a block quote", "The issue says:\n\n> Can we drop it?"],
    ["a question in a comment", "Done.\n<!-- Is this right? -->"],
    ["an address with a query", "See https://x.example/search?"],
    ["a table", "Result:\n\n| Why? | What? |\n| --- | --- |\n| a | b? |"],
    ["a statement after a list", "Two things:\n\n- one\n- two\n\nBoth are done."],
    ["a list of what was done", "I changed:\n\n- the parser\n- the tests"],
    ["a semicolon in English", "const a = 1;"],
    ["let me know if you have questions", "Done. Let me know if you have questions."],
    ["let me know if you have any questions?", "Done. Let me know if you have any questions?"],
    ["let me know if you'd like changes", "Done. Let me know if you'd like any changes!"],
    ["let me know", "All done, let me know!\n\nLet me know."],
    ["anything else", "All done. Anything else?"],
    ["is there anything else", "Done. Is there anything else I can help you with?"],
    ["would you like anything else", "Done. Would you like me to do anything else?"],
    ["any questions", "That is how it works. Any questions?"],
    ["any other questions", "Do you have any other questions?"],
    ["does that help", "The flag is off by default. Does that help?"],
    ["does that make sense", "It is a cache. Does that make sense?"],
    ["what next", "Done. What would you like to work on next?"],
    ["how can I help", "Hello! How can I help you today?"],
    ["feel free", "Feel free to ask if something is unclear."],
    ["happy to", "Happy to adjust it if you want."],
    ["if you want", "I can also add a test if you want."],
    ["two closers", "Done. Anything else? Thanks!"],
  ])("finds none in %s", (_title, answer) => {
    expect(questionAtEnd(answer)).toBeNull();
  });

  it("cuts a long question", () => {
    expect(questionAtEnd(`${"very ".repeat(100)}long?`)).toHaveLength(300);
  });

  it("is quick on a long answer", () => {
    const answer = `${'- a line with "quotes" and `code`, (and more) …\n'.repeat(4_000)}Shall I go on?`;
    expect(questionAtEnd(answer)).toBe("Shall I go on?");
  });
});

describe("isUnclear", () => {
  it.each<[string, boolean, string]>([
    ["a plain question", false, "I found two ways. Which one do you want?"],
    ["a plain report", false, "All tests pass. The parser reads dates now."],
    ["a question long before the end", false, "Why?\n\nOne.\n\nTwo.\n\nThree.\n\nIt was the cache."],
    ["a request without a mark", true, "Please confirm before I delete it."],
    ["an offer", true, "Done. Let me know if you'd like me to deploy it as well."],
    ["a choice left to the person", true, "Both work. It is up to you which one we keep."],
    ["a question before the last sentence", true, "Why did it fail? The cache was stale."],
    ["nothing", false, ""],
  ])("of %s is %s", (_title, unclear, answer) => {
    expect(isUnclear(answer)).toBe(unclear);
  });
});
