import { keyNameLimit } from "./model.ts";
import { type MintProblem, mintable } from "./rules.ts";

const problems: Record<MintProblem, string> = {
  blank_name: "The name is blank",
  long_name: `The name is longer than ${keyNameLimit} characters`,
  control_characters: "The name contains control characters",
  taken_name: "The name is already taken, possibly by a revoked key",
  other_grant: `The grant of a new key must be ${mintable.join(" or ")}`,
};

/** The words of API keys. `name` is the name of the key. */
export const text = {
  problems,
  revoked: (name: string) => `Revoked "${name}"`,
  alreadyRevoked: (name: string) => `"${name}" is already revoked`,
  restored: (name: string) => `"${name}" is active again`,
  restoredRetired: (name: string) => `"${name}" is no longer revoked, but API_KEYS does not list it`,
  notRevoked: (name: string) => `"${name}" is not revoked`,
};
