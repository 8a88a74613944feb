import { describe, expect, it } from "vitest";
import { programWords, shellLine } from "./shell-rules.ts";

/** `words, of, one|then` for each command. */
const read = (text: string): string[] =>
  shellLine(text).segments.map(({ words, followedBy }) => `${words.join(",")} ${followedBy}`);

describe("a shell line", () => {
  it.each<[string, string, string[]]>([
    ["one command", "gh pr create --fill", ["gh,pr,create,--fill end"]],
    ["commands in a row", "a && b || c; d | e & f", ["a &&", "b ||", "c ;", "d |", "e ;", "f end"]],
    ["lines", "a\nb", ["a ;", "b end"]],
    ["a line that goes on", "gh pr \\\n  create", ["gh,pr,create end"]],
    ["an operator at the end of a line", "a &&\n  b", ["a &&", "b end"]],
    ["quoted operators", `echo 'a && b' "c; d"`, ["echo,a && b,c; d end"]],
    ["quotes within a word", `a'b c'"d e"f`, ["ab cd ef end"]],
    ["an empty word", `a ''`, ["a, end"]],
    ["escapes", String.raw`a\ b "c\"d" $'e\'f'`, [`a b,c"d,e\\'f end`]],
    ["a comment", "a # b; c\nd#e", ["a ;", "d#e end"]],
    ["redirections", "a 2>&1 >out.txt &> all", ["a,2,out.txt,all end"]],
    ["a here-string", "cat <<< 'a; b'", ["cat,a; b end"]],
    ["a here-document", "cat <<'EOF' > f; b\nit's; \"c\nEOF\nd", ["cat,f ;", "b ;", "d end"]],
    ["a here-document that is indented", "cat <<-END\n\tx'\n\tEND\nd", ["cat ;", "d end"]],
    ["two here-documents", "cat <<A <<B\n'\nA\n'\nB\nd", ["cat ;", "d end"]],
    ["arithmetic", "x $((1<<2))\nb", ["1,2 end", "x,$() ;", "b end"]],
    ["a substitution, before the command that uses it", "URL=$(a b) c", ["a,b end", "URL=$(),c end"]],
    ["a substitution with backticks", "x `a b` c", ["a,b end", "x,$(),c end"]],
    ["a substitution in quotes", `x "is $(a 'b)' | c)!"`, ["a,b) |", "c end", "x,is $()! end"]],
    ["a subshell", "(cd x && a) ; b", ["cd,x &&", "a ;", "b end"]],
    ["parentheses within a substitution", "x $( (a) )", ["a end", "x,$() end"]],
    ["a script for a shell", "bash -lc 'a && b' ; c", ["a &&", "b ;", "c end"]],
    ["a script within a script", `sh -c "bash -c 'a; b'"`, ["a ;", "b end"]],
    ["a script to evaluate", "eval 'a; b'", ["a ;", "b end"]],
    ["nothing", "  ", []],
  ])("is read with %s", (_title, text, expected) => {
    expect(read(text)).toEqual(expected);
    expect(shellLine(text).sure).toBe(true);
  });

  it("leaves out a description in a here-document", () => {
    const text = `git push -u origin x && gh pr create --title "It's" --body "$(cat <<'EOF'
## Summary
- don't; see \`gh pr list\` && "more
EOF
)" --label 'ready to merge'`;
    expect(read(text)).toEqual([
      "git,push,-u,origin,x &&",
      "cat ;",
      "gh,pr,create,--title,It's,--body,$(),--label,ready to merge end",
    ]);
  });

  it.each(["a 'b", 'a "b', "x $(a", "x `a"])("that never closes what it opens is cut crudely: %s", (text) => {
    expect(shellLine(`${text}; gh pr create`)).toMatchObject({ sure: false });
    expect(read(`${text}; gh pr create`)).toContain("gh,pr,create end");
  });

  it("of any depth and length does not overflow the stack", () => {
    expect(shellLine("$(".repeat(40_000)).sure).toBe(false);
    expect(shellLine('x "`'.repeat(20_000)).sure).toBe(false);
    expect(shellLine("a;".repeat(60_000)).sure).toBe(false);
  });
});

it.each([
  [["GH_TOKEN=x", "gh", "pr"], "gh pr"],
  [["if", "!", "gh", "pr"], "gh pr"],
  [["timeout", "-k", "5", "60s", "gh", "pr"], "gh pr"],
  [["do", "env", "A=1", "/usr/bin/gh", "pr"], "/usr/bin/gh pr"],
  [["xargs", "-n1", "gh"], "gh"],
  [["A=1"], ""],
])("the program of %j is %s", (words, expected) => {
  expect(programWords(words).join(" ")).toBe(expected);
});
