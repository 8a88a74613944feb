/** The words of the page with defaults for new sessions. */
export const text = {
  page: {
    saveFailed: "Could not change the default",
    saved: "Default saved for new sessions",
    fromEnvironment: "Set by SERVICE_DEFAULT_RUNTIME",
    fromSignalbox: "Signalbox's default",
    byRuntime: "By runtime",
    byRuntimeHint: "The model and its reasoning effort.",
    byRoot: "By agent root",
    byRootHint:
      "Takes precedence over the catalog. A choice in the form for a new session takes precedence over both.",
  },
  runtime: {
    title: "Default runtime",
    description: "Used if neither the form nor the agent root sets a runtime.",
    label: "Runtime",
    isYours: "Your default",
    default: (name: string) => `Default: ${name}`,
  },
  loading: {
    catalog: "the catalog",
    defaults: "the defaults",
  },
  row: {
    clear: (name: string) => `Clear the choices for ${name}`,
    runtimeFor: (name: string) => `Runtime for ${name}`,
    model: "Model",
    modelFor: (name: string) => `Model for ${name}`,
    effort: "Effort",
    effortFor: (name: string) => `Effort for ${name}`,
    noChoice: "No choice",
  },
};
