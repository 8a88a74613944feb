import { globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { hex, pick, type Random, uuid } from "./transcript-lines.ts";

const packages = join(dirname(dirname(import.meta.dirname)), "node_modules");
const fileCount = 2_000;
const fileBytes = 400_000;
const tools = ["Bash", "Read", "Edit", "Grep"];

interface Source {
  path: string;
  text: string;
}

/**
 * Makes transcripts with the letter frequencies of real ones: agents read, search and discuss the code, documents and data of
 * the packages installed here. Each call returns the lines of another session, about `bytes` in all. The same lock file and
 * `random` give the same lines.
 */
export function transcriptTexts(random: Random): (bytes: number) => string[] {
  const sources = readSources();
  const words = sources.flatMap(({ text }) => text.match(/\b[A-Za-z]{3,13}\b/g)?.slice(0, 40) ?? []);
  const prose = (count: number): string =>
    `${Array.from({ length: Math.ceil(count) }, () => pick(random, words)).join(" ")}.`;

  function message(): object {
    const kind = random();
    if (kind < 0.05) return { role: "user", content: prose(30) };
    if (kind < 0.3) return spoken(prose(20 + random() * 120), random);
    const { path, text } = sources[Math.floor(random() * sources.length)] ?? { path: "", text: "" };
    return kind < 0.65 ? toolUse(path, pick(random, words), random) : toolResult(text, random);
  }

  return (bytes) => {
    const envelope = {
      isSidechain: false,
      userType: "external",
      cwd: "/srv/me/project",
      sessionId: uuid(random),
      version: "2.1.0",
      gitBranch: "main",
    };
    const lines: string[] = [];
    let parentUuid: string | null = null;
    let at = Date.UTC(2026, 9, 1);
    for (let size = 0; size < bytes; at += random() * 30_000) {
      const own = uuid(random);
      const timestamp = new Date(at).toISOString();
      const line = JSON.stringify({ parentUuid, ...envelope, message: message(), uuid: own, timestamp });
      lines.push(line);
      size += Buffer.byteLength(line) + 1;
      parentUuid = own;
    }
    return lines;
  };
}

function readSources(): Source[] {
  const paths = globSync("**/*.{js,mjs,ts,json,md,css,html,yml,h,c}", { cwd: packages }).toSorted();
  const step = Math.max(1, Math.floor(paths.length / fileCount));
  return paths
    .filter((path, at) => at % step === 0 && statSync(join(packages, path)).isFile())
    .map((path) => ({ path, text: readFileSync(join(packages, path), "utf8") }))
    .filter(({ text }) => text.length > 40 && text.length < fileBytes);
}

const spoken = (text: string, random: Random): object => ({
  role: "assistant",
  content: [{ type: "text", text }],
  model: "claude-opus-4-5",
  usage: {
    input_tokens: Math.floor(random() * 90_000),
    cache_read_input_tokens: Math.floor(random() * 90_000),
    output_tokens: Math.floor(random() * 2_000),
  },
});

function toolUse(path: string, word: string, random: Random): object {
  const input = { file_path: path, command: `grep -rn "${word}" ${path}` };
  const block = { type: "tool_use", id: `toolu_${hex(random, 24)}`, name: pick(random, tools), input };
  return { role: "assistant", content: [block] };
}

/** Most results are short; a few are thirty times as long. */
function toolResult(text: string, random: Random): object {
  const from = Math.floor(random() * text.length);
  const content = text
    .slice(from, from + 500 + Math.floor(random() ** 3 * 30_000))
    .split("\n")
    .map((line, at) => `${String(at + 1).padStart(6)}\t${line}`)
    .join("\n");
  const block = { type: "tool_result", tool_use_id: `toolu_${hex(random, 24)}`, content };
  return { role: "user", content: [block] };
}
