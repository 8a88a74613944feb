/**
 * The script language, one step a line:
 *
 *     #script say TEXT | think TEXT                  \n is a newline
 *     #script write_file path=P text=T | read_file path=P | bash cmd=C
 *     #script mcp tool=T [server=S] [args={..}]      any MCP tool
 *     #script task prompt=P [description=D] [agent=A] [background=true]
 *     #script tool name=N args={..}                  any tool; {{last:REGEX}} is taken from the newest result
 *     #script and | next                             continue the answer | end the answer
 *     #script sleep SECONDS | wait_file path=P       wait before the next step
 *     #script drip SECONDS                           pause between pieces of text
 *     #script error STATUS [times=N] [retry_after=S] [type=T] [message=M]
 *     #script limit [times=N] [resets_in=S] [message=M]
 *     #script stream_error [times=N] [type=T] [message=M] | disconnect [times=N] | hang [times=N]
 *     #script stop REASON                            end_turn, max_tokens, refusal ..
 *     #script usage input=N output=N cache_read=N cache_write_5m=N cache_write_1h=N reasoning=N
 *     #script rate used5h=PERCENT used7d=PERCENT resets_in=S
 *
 * cmd, text, prompt, args and message take the rest of the line unless they are quoted as JSON.
 */

const TOOL_OPS = ["write_file", "read_file", "bash", "mcp", "task", "tool"] as const;
const SETTING_OPS = ["usage", "rate"] as const;
const OPS = [
  ...TOOL_OPS,
  ...SETTING_OPS,
  "say",
  "think",
  "sleep",
  "wait_file",
  "drip",
  "stop",
  "error",
  "limit",
  "stream_error",
  "disconnect",
  "hang",
] as const;

type ToolOp = (typeof TOOL_OPS)[number];
export type Op = (typeof OPS)[number];

/** One `#script` line. `text` is the spoken text, or the words without a name. */
export interface Step {
  op: Op;
  text: string;
  args: Readonly<Record<string, string>>;
}

/** These arguments take the rest of their line, unless they are quoted as JSON. */
const REST_OF_LINE = new Set(["cmd", "text", "prompt", "args", "message"]);

const LINE = /^\s*#script\s+([a-z_]+)\s*(.*)$/;

export function hasScript(text: string): boolean {
  return /^\s*#script\s/m.test(text);
}

export function isToolOp(op: string): op is ToolOp {
  return includes(TOOL_OPS, op);
}

/** Settings change the answers that follow and produce no output. */
export function isSettingOp(op: string): boolean {
  return includes(SETTING_OPS, op);
}

/**
 * The script in `text` as a list of model answers, each a list of steps. An answer ends after a
 * tool call (unless `and` follows), at `next`, and at the end. `usage` and `rate` apply from
 * their line to the end of the script.
 */
export function parseScript(text: string): Step[][] {
  const lines = scriptLines(text);
  const answers: Step[][] = [];
  const settings: Step[] = [];
  let current: Step[] = [];
  const finish = () => {
    if (current.some((step) => !isSettingOp(step.op))) answers.push(current);
    current = [...settings];
  };
  lines.forEach(({ op, tail }, index) => {
    if (op === "and") return;
    if (op === "next") return finish();
    const step = parseStep(op, tail);
    if (isSettingOp(op)) settings.push(step);
    current.push(step);
    if (isToolOp(op) && lines[index + 1]?.op !== "and") finish();
  });
  finish();
  return answers;
}

function scriptLines(text: string): { op: string; tail: string }[] {
  return text.split("\n").flatMap((line) => {
    const [, op, tail] = LINE.exec(line) ?? [];
    return op === undefined || tail === undefined ? [] : [{ op, tail }];
  });
}

/** An unknown step becomes text, so that a typo in a script is visible. */
function parseStep(op: string, tail: string): Step {
  if (op === "say" || op === "think") return { op, text: unescape(tail), args: {} };
  if (!includes(OPS, op)) return { op: "say", text: `[unknown script step: ${op}]`, args: {} };
  return { op, ...parseArguments(tail) };
}

function parseArguments(tail: string): Pick<Step, "text" | "args"> {
  const args: Record<string, string> = {};
  const words: string[] = [];
  let rest = tail.trim();
  while (rest) {
    const [assignment, name] = /^([A-Za-z_]\w*)=/.exec(rest) ?? [];
    if (assignment !== undefined && name !== undefined) {
      const { value, length } = readValue(name, rest.slice(assignment.length));
      args[name] = value;
      rest = rest.slice(assignment.length + length).trim();
    } else {
      const word = firstWord(rest);
      words.push(word);
      rest = rest.slice(word.length).trim();
    }
  }
  return { text: words.join(" "), args };
}

function readValue(name: string, rest: string): { value: string; length: number } {
  const quoted = /^"(?:[^"\\]|\\.)*"/.exec(rest)?.[0];
  if (quoted !== undefined) return { value: String(JSON.parse(quoted)), length: quoted.length };
  if (REST_OF_LINE.has(name)) return { value: name === "args" ? rest : unescape(rest), length: rest.length };
  const value = firstWord(rest);
  return { value, length: value.length };
}

function firstWord(text: string): string {
  return /^\S*/.exec(text)?.[0] ?? "";
}

function unescape(text: string): string {
  return text.replace(/\\n/g, "\n").replace(/\\t/g, "\t");
}

function includes<Item extends string>(list: readonly Item[], value: string): value is Item {
  return list.some((item) => item === value);
}
