/** `${NAME}` or `${NAME:-default}`; anything else in the braces can never be resolved. */
const placeholder = /\$\{([^}]*)\}/g;
const named = /^([A-Za-z_][A-Za-z0-9_]*)(?::-([\s\S]*))?$/;

/** These describe the user and machine; redacting their values would redact every path. */
const neverSecret = new Set([
  "HOME",
  "LANG",
  "LOGNAME",
  "PATH",
  "PWD",
  "SHELL",
  "TEMP",
  "TERM",
  "TMP",
  "TMPDIR",
  "USER",
]);

export type Environment = Readonly<Record<string, string | undefined>>;

/** A configuration value, in which strings at any depth may contain variables. */
export type Template =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Template[]
  | { readonly [key: string]: Template };

/** Names of the variables that have neither a value nor a default, each once, in order of appearance. */
export function unresolvedIn(template: Template, environment: Environment): string[] {
  const names = placeholdersIn(template)
    .filter(({ name, fallback }) => fallback === undefined && valueOf(environment, name) === undefined)
    .map(({ name }) => name);
  return [...new Set(names)];
}

/** Valid names of all variables, each once, in order of appearance. */
export function namesIn(template: Template): string[] {
  const names = placeholdersIn(template).map(({ name }) => name);
  return [...new Set(names)].filter((name) => named.test(name));
}

/** Variables of `template` whose value is not blank and may be a secret. */
export function valuesIn(template: Template, environment: Environment): { name: string; value: string }[] {
  const names = new Set(placeholdersIn(template).map(({ name }) => name));
  return [...names].flatMap((name) => {
    const value = valueOf(environment, name);
    return value?.trim() && !neverSecret.has(name) ? [{ name, value }] : [];
  });
}

/** Fills in each variable once, without expanding its value again. Unresolved ones stay as written. */
export function interpolate(text: string, environment: Environment): string {
  return text.replaceAll(placeholder, (whole: string, inside: string) => {
    const { name, fallback } = parsePlaceholder(inside);
    return valueOf(environment, name) ?? fallback ?? whole;
  });
}

export function interpolateValues(texts: Readonly<Record<string, string>>, environment: Environment) {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, interpolate(text, environment)]),
  );
}

function placeholdersIn(template: Template): { name: string; fallback: string | undefined }[] {
  if (typeof template === "string") {
    return [...template.matchAll(placeholder)].map(([, inside = ""]) => parsePlaceholder(inside));
  }
  if (typeof template !== "object" || template === null) return [];
  return Object.values(template).flatMap((value: Template) => placeholdersIn(value));
}

function parsePlaceholder(inside: string): { name: string; fallback: string | undefined } {
  const match = named.exec(inside);
  return { name: match?.[1] ?? inside, fallback: match?.[2] };
}

/** Own properties only, so that `${toString}` finds nothing. */
function valueOf(environment: Environment, name: string): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}
