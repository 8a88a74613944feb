interface Replaced {
  wanted: string;
  /** The one that the session got. */
  model: string;
  /** As people call it. */
  runtime: string;
}

/** Warnings about a new session. */
export const text = {
  modelNotOffered: ({ wanted, model, runtime }: Replaced): string =>
    `"${wanted}" is not a model of ${runtime}, so the session uses ${model}. Check the spelling, or add the model in Settings.`,
  rootModelNotOffered: ({ wanted, model, runtime, root }: Replaced & { root: string }): string =>
    `The catalog's model for "${root}", "${wanted}", is not a model of ${runtime}, so the session uses ${model}. Correct the catalog, or add the model in Settings.`,
  defaultModelNotOffered: ({ wanted, model, runtime }: Replaced): string =>
    `Your default model for ${runtime}, "${wanted}", is not one of its models, so the session uses ${model}. Choose another default, or add the model in Settings.`,
};
