const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

/** The words of the catalog page. */
export const text = {
  counts: {
    agentRoots: (count: number) => counted(count, "agent root"),
    mcpServers: (count: number) => counted(count, "MCP server"),
    skills: (count: number) => counted(count, "skill"),
    hooks: (count: number) => counted(count, "hook"),
    plugins: (count: number) => counted(count, "plugin"),
    problems: (count: number) => counted(count, "problem"),
  },
  finding: {
    problem: "Problem",
    warning: "Warning",
    line: (line: number) => `Line ${line}`,
    catalog: "The catalog",
    copyPath: (file: string) => `Copy the path ${file}`,
  },
  page: {
    reloaded: "Catalog reloaded",
    reloadFailed: "Could not reload the catalog",
    reload: "Reload",
    create: "Create a catalog",
    created: "Catalog created",
    createFailed: "Could not create the catalog",
    createHint:
      "Writes a folder of files into the data folder, with an agent root for each repository that you used and trust. Change them as you like; the documentation describes each file.",
    documentation: "Documentation",
    copyPath: "Copy the catalog path",
    readAt: "Read",
    findings: "Problems and warnings",
    findingsHint: "By file and line.",
    loading: "the catalog",
  },
  status: {
    none: "No catalog",
    noneHint:
      "Until there is one, you enter the repository of each session yourself. SERVICE_CATALOG can name an air.json file of your own.",
    problemsHint:
      "The last valid version stays in use until these are fixed. Changed files are reloaded automatically.",
    warnings: (count: number) => `In use, with ${counted(count, "warning")}`,
    loaded: "Loaded without problems",
    reloads: "Changed files are reloaded automatically.",
  },
};
