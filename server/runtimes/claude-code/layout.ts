import { join } from "node:path";

/** Where things lie in a session's private home, which the CLI knows as CLAUDE_CONFIG_DIR. */
export function layoutOf(home: string) {
  /** Ours alone; the CLI is pointed at these files by its arguments and never writes here. */
  const own = join(home, "signalbox");
  return {
    own,
    mcpConfig: join(own, "mcp.json"),
    settings: join(own, "settings.json"),
    systemPrompt: join(own, "system-prompt.md"),
    /** Written by earlier versions. */
    manifest: join(own, "manifest.json"),
    /** Copies of the instructions of a repository that is not trusted. */
    repository: join(own, "repository"),
    credentials: join(home, ".credentials.json"),
    state: join(home, ".claude.json"),
    /** Read as the person's own settings and instructions. */
    userSettings: join(home, "settings.json"),
    userInstructions: join(home, "CLAUDE.md"),
    skills: join(home, "skills"),
    hooks: join(home, "hooks"),
    projects: join(home, "projects"),
  };
}

/** Hold the sign-in, the provider's key, and the secrets of MCP servers and hooks. */
export function secretFiles(home: string): string[] {
  const { credentials, mcpConfig, settings } = layoutOf(home);
  return [credentials, mcpConfig, settings];
}
