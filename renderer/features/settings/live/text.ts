/** The words of the page with the settings of live mode. */
export const text = {
  loading: "the settings of live mode",
  saved: "Saved",
  saveFailed: "Could not save the setting",
  broughtWithin: (label: string, value: number): string => `${label} is ${value} now, the closest allowed`,
  talk: "Open live mode",

  key: {
    title: "Provider",
    description: "Live mode needs an OpenAI API key. It is stored encrypted and takes effect immediately.",
    loading: "where the key comes from",
    label: "API key",
    hint: "Begins with sk-. Calls and typed answers are billed to it.",
    save: "Save key",
    replace: "Replace key",
    remove: "Remove key",
    saved: "Key saved",
    removed: "Key removed",
    failed: "Could not change the key",
    states: {
      environment: "The key comes from the environment of the service.",
      board: "A key is stored.",
      none: "No key yet.",
    },
  },
  groups: {
    written: {
      title: "Typed conversations",
      description: "Applies from the next message, also in an open conversation.",
    },
    spoken: {
      title: "Calls",
      description: "Applies to an open call at once, except for the voice and its model.",
    },
    limits: {
      title: "Limits",
      description: "Only people can change them. Spending is counted at the providers' list prices.",
    },
  },
  range: (min: number, max: number): string => `From ${min} to ${max}.`,
  default: (value: string): string => `Default: ${value}.`,
  useDefault: (label: string): string => `Use the default of ${label}`,

  reset: {
    button: "Restore defaults",
    done: "Every setting has its default; the guidance is unchanged",
    failed: "Could not restore the defaults",
  },

  guidance: {
    title: "Guidance",
    description:
      "What live mode should know and heed: names, tone, what to leave out. You can also tell it to add a line.",
    label: "Guidance for live mode",
    placeholder: "Call the storefront “the shop”. Mention costs only if I ask.",
    length: (length: number, most: number): string =>
      `${length.toLocaleString("en")} of ${most.toLocaleString("en")} characters`,
    save: "Save guidance",
    discard: "Discard",
    saved: "Guidance saved",
    failed: "Could not save the guidance",
  },

  history: {
    title: "Changes",
    description: "The newest 30, by people and by live mode itself.",
    list: "Changes of the settings",
    none: "Nothing was changed yet.",
    guidance: "Guidance",
    noGuidance: "none",
    change: (label: string, before: string, after: string): string => `${label}: ${before} to ${after}`,
    guidanceChanged: "Guidance changed",
    before: "Before",
    after: "After",
    byAgent: "in a conversation",
    restore: "Restore the guidance from before",
    restored: "The guidance from before this change is back",
    restoreFailed: "Could not restore the guidance",
  },
};
