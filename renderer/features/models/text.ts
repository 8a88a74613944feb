/** The words of models that a person adds to those of the runtimes. */
export const text = {
  add: {
    button: "Add a model",
    /** Follows the button's words, for screen readers. */
    toRuntime: (runtime: string): string => ` to ${runtime}`,
    title: "Add a model",
    description: "A model that the runtime can use but does not list.",
    failed: "Could not add the model",
    runtime: "Runtime",
    id: "Model ID",
    idHint: "Exactly as the CLI expects it.",
    label: "Label",
    labelHint: "How forms show it. The ID by default.",
    submit: "Add model",
    anyway: "Add anyway",
    notListed: (model: string, runtime: string): string =>
      `${runtime} does not list “${model}”. Check the spelling, or add it anyway.`,
  },
  list: {
    title: "Added models",
    description: "Models that you added to those of the runtimes. Forms offer them like any other.",
    loading: "the added models",
    empty: "No added models",
    emptyHint: "A model that you add is listed here.",
    listed: (version: string): string => `Listed by version ${version}`,
    shadowed: "The runtime now offers this model itself, so you can remove it here.",
    rename: "Rename",
    renameNamed: (name: string): string => `Rename ${name}`,
    remove: "Remove",
    removeNamed: (name: string): string => `Remove ${name}`,
    removed: (name: string): string => `Removed ${name}`,
    removeFailed: "Could not remove the model",
  },
  rename: {
    title: "Rename the model",
    failed: "Could not rename the model",
    save: "Save",
  },
};
