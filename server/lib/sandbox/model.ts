/** From the loosest to the strictest. */
export const sandboxLevels = ["off", "workspace", "strict"] as const;
export type SandboxLevel = (typeof sandboxLevels)[number];

/** What a sandbox can reach besides. */
export const sandboxGrants = ["git", "docker", "display"] as const;
export type SandboxGrant = (typeof sandboxGrants)[number];
