import { allOptions } from "./api/index.ts";
import { print } from "./output.ts";
import { usageRefusal } from "./parse-or-refuse.ts";
import { text } from "./text.ts";

const shells = { bash, zsh, fish } as const;

/** Prints what makes a shell complete the commands and their options. */
export async function completion(
  [shell = ""]: readonly string[],
  commands: Readonly<Record<string, Described>>,
): Promise<number> {
  const script = Object.hasOwn(shells, shell) ? shells[shell as keyof typeof shells] : null;
  if (script === null) throw usageRefusal(text.completion.unknownShell);
  const options = allOptions();
  const known = Object.entries(commands).map(([name, command]) => ({
    name,
    summary: command.summary,
    options: [...Object.keys(command.options), ...(options[name] ?? []), "--help"],
  }));
  print(script(known));
  return 0;
}

interface Described {
  summary: string;
  options: Readonly<Record<string, string>>;
}

interface Known {
  name: string;
  summary: string;
  options: readonly string[];
}

const quoted = (words: string): string => `'${words.replaceAll("'", String.raw`'\''`)}'`;

function bash(known: readonly Known[]): string {
  const cases = known.map(({ name, options }) => `    ${name}) words=${quoted(options.join(" "))} ;;`);
  return `_signalbox() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) words=${quoted(known.map(({ name }) => name).join(" "))} ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words=${quoted(known.map(({ name }) => name).join(" "))}
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _signalbox -o default signalbox`;
}

function zsh(known: readonly Known[]): string {
  const named = known.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`);
  const cases = known.map(({ name, options }) => `    ${name}) compadd -- ${options.join(" ")} ;;`);
  return `#compdef signalbox
_signalbox() {
  local -a names
  names=(
${named.join("\n")}
  )
  if (( CURRENT == 2 )); then _describe command names; return; fi
  case "$words[2]" in
${cases.join("\n")}
  esac
  _files
}
compdef _signalbox signalbox`;
}

function fish(known: readonly Known[]): string {
  const lines = known.flatMap(({ name, summary, options }) => [
    `complete -c signalbox -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ...options
      .filter((option) => option.startsWith("--"))
      .map(
        (option) => `complete -c signalbox -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`,
      ),
  ]);
  return lines.join("\n");
}
