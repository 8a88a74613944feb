import { expect, it } from "vitest";
import { readSettings } from "../../server/settings.ts";
import { filesBelow, textOf } from "./tree.ts";

/** Set by the platform, not by the owner. */
const platform: readonly string[] = ["HOME", "APPDATA", "XDG_DATA_HOME"];

function readBySettings(): string[] {
  const asked = new Set<string>();
  const environment = new Proxy<Record<string, string | undefined>>(
    {},
    { get: (_target, name) => void asked.add(String(name)) },
  );
  readSettings(environment, "linux");
  return [...asked].filter((name) => !platform.includes(name));
}

it("lists exactly the variables that are read in docs/configuration.md", () => {
  const sources = filesBelow("server")
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map(textOf)
    .join("\n");
  const elsewhere = [...sources.matchAll(/\["(SERVICE_[A-Z_]+)"\]/g)].map(([, name]) => name ?? "");
  const read = new Set([...readBySettings(), ...elsewhere]);
  const documented = new Set(
    [...textOf("docs/configuration.md").matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name]) => name ?? ""),
  );
  expect({
    unsaid: [...read].filter((name) => !documented.has(name)),
    unread: [...documented].filter((name) => !read.has(name) && !sources.includes(`"${name}"`)),
  }).toEqual({ unsaid: [], unread: [] });
});
