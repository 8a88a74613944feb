/** What a code-mode script calls, as far as its text alone says. */
export interface ScriptedCall {
  name: string;
  input: unknown;
}

const callSite = /\btools(?:\.([\w$]+)|\[\s*(?:"([^"\\]+)"|'([^'\\]+)')\s*\])\s*\(/g;
/** A longer script is shown as it is. */
const readLimit = 200_000;

/**
 * The call of a script that makes exactly one, with its argument written out, such as
 * `const r = await tools.exec_command({cmd: "npm test"}); text(r.output);`. Null for every other script.
 */
export function onlyCall(script: string): ScriptedCall | null {
  if (script.length > readLimit) return null;
  const [site, ...others] = script.matchAll(callSite);
  if (site === undefined || others.length > 0) return null;
  const name = site[1] ?? site[2] ?? site[3] ?? "";
  const read = literalReader(script, site.index + site[0].length);
  if (read.skip(")")) return { name, input: {} };
  const input = read.value();
  if (input === undefined) return null;
  read.skip(",");
  return read.skip(")") ? { name, input } : null;
}

const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** More levels than any tool takes. */
const deepest = 20;

/** Reads literals of JavaScript: texts without `${}`, numbers, lists and objects. Undefined for anything else. */
function literalReader(source: string, start: number) {
  let at = start;

  /** The match at this place, which is then passed; blanks before it count as nothing. */
  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found) at += found[0].length;
    return found;
  }

  function skip(sign: string): boolean {
    take(/\s*/y);
    if (!source.startsWith(sign, at)) return false;
    at += sign.length;
    return true;
  }

  function value(depth = 0): unknown {
    if (depth > deepest) return undefined;
    if (skip("{")) return membersOf(depth);
    if (skip("[")) return itemsOf(depth);
    const text = take(
      /\s*(?:"((?:[^"\\\n]|\\[^])*)"|'((?:[^'\\\n]|\\[^])*)'|`((?:[^`\\$]|\\[^]|\$(?!\{))*)`)/y,
    );
    if (text) return unescaped(text[1] ?? text[2] ?? text[3] ?? "");
    const number = take(/\s*(-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)/iy);
    if (number) return Number(number[1]?.replaceAll("_", ""));
    const word = take(/\s*(true|false|null)\b/y);
    return word ? words.get(word[1] ?? "") : undefined;
  }

  function membersOf(depth: number): Record<string, unknown> | undefined {
    const members: [string, unknown][] = [];
    while (!skip("}")) {
      const name = take(/\s*(?:([\w$]+)|"([^"\\]+)"|'([^'\\]+)')\s*:/y);
      const member = name ? value(depth + 1) : undefined;
      if (!name || member === undefined) return undefined;
      members.push([name[1] ?? name[2] ?? name[3] ?? "", member]);
      if (!skip(",") && !source.slice(at).trimStart().startsWith("}")) return undefined;
    }
    return Object.fromEntries(members);
  }

  function itemsOf(depth: number): unknown[] | undefined {
    const items: unknown[] = [];
    while (!skip("]")) {
      const item = value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
      if (!skip(",") && !source.slice(at).trimStart().startsWith("]")) return undefined;
    }
    return items;
  }

  return { skip, value };
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  0: "\0",
  "\n": "",
};

const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:u\{[0-9a-f]{1,6}\}|u[0-9a-f]{4}|x[0-9a-f]{2}|[^])/gi, (escape) => {
    const code = /^\\[ux]\{?([0-9a-f]+)/i.exec(escape)?.[1];
    if (code === undefined) return escapes[escape.slice(1)] ?? escape.slice(1);
    const number = Number.parseInt(code, 16);
    return number > 0x10ffff ? "\uFFFD" : String.fromCodePoint(number);
  });
