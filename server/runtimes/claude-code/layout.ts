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
    manifest: join(own, "manifest.json"),
    credentials: join(home, ".credentials.json"),
    state: join(home, ".claude.json"),
    skills: join(home, "skills"),
    hooks: join(home, "hooks"),
    projects: join(home, "projects"),
  };
}
