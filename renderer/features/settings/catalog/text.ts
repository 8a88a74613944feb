/** The words of the catalog page. */
export const text = {
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
    help: "See the documentation for the file format, and docs/configuration.md for the variable.",
    copyPath: "Copy the catalog path",
    readAt: "Read",
    findings: "Problems and warnings",
    findingsHint: "By file and line.",
    loading: "the catalog",
  },
  status: {
    none: "No catalog",
    noneHint:
      "Set SERVICE_CATALOG to the path of an air.json file and restart. Until then, you enter the repository of each session yourself.",
    problemsHint:
      "The last valid version stays in use until these are fixed. Changed files are reloaded automatically.",
    warnings: (warnings: string) => `In use, with ${warnings}`,
    loaded: "Loaded without problems",
    reloads: "Changed files are reloaded automatically.",
  },
};
