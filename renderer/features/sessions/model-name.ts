/**
 * A model as people say it: "Sonnet 5.5" for `claude-sonnet-5-5`, "GPT-6.1 Sol" for `gpt-6.1-sol`. The provider and the
 * date of a snapshot are left out. An id of another form stays as it is.
 */
export function modelName(id: string): string {
  const name = (id.split("/").at(-1) ?? id).replace(/-\d{8}$/, "");
  if (!/^[a-z][a-z0-9.]*(?:-[a-z0-9.]+)*$/.test(name)) return name;
  return claudeName(name) ?? gptName(name) ?? name.split("-").map(capitalized).join(" ");
}

/** Names for models of one list: those that would share a name are told apart by what it leaves out. */
export function modelNames(ids: readonly string[]): (id: string) => string {
  const sharing = new Map<string, number>();
  for (const name of [...new Set(ids)].map(modelName)) sharing.set(name, (sharing.get(name) ?? 0) + 1);
  return (id) => {
    const name = modelName(id);
    const rest = (sharing.get(name) ?? 0) > 1 ? leftOut(id) : "";
    return rest === "" ? name : `${name} (${rest})`;
  };
}

/** The provider of a model and the date of its snapshot, as far as its id has them. */
const leftOut = (id: string): string =>
  [/^(.+)\//.exec(id)?.[1], /-(\d{8})$/.exec(id)?.[1]].filter((part) => part !== undefined).join(", ");

/** `claude-opus-5-5`, `claude-opus-5.5` or, of earlier models, `claude-3-5-sonnet`. */
function claudeName(name: string): string | null {
  const [, family, major, minor] = /^claude-([a-z]+)-(\d+)(?:[-.](\d+))?$/.exec(name) ?? [];
  if (family !== undefined && major !== undefined) return versioned(family, major, minor);
  const [, oldMajor, oldMinor, oldFamily] = /^claude-(\d+)(?:[-.](\d+))?-([a-z]+)$/.exec(name) ?? [];
  return oldFamily !== undefined && oldMajor !== undefined ? versioned(oldFamily, oldMajor, oldMinor) : null;
}

const versioned = (family: string, major: string, minor: string | undefined): string =>
  `${capitalized(family)} ${major}${minor === undefined ? "" : `.${minor}`}`;

function gptName(name: string): string | null {
  const [, version, rest = ""] = /^gpt-([\d.]+[a-z]?)((?:-[a-z0-9.]+)*)$/.exec(name) ?? [];
  return version === undefined
    ? null
    : [`GPT-${version}`, ...rest.split("-").slice(1).map(capitalized)].join(" ");
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
