/** The words of the appearance page. */
export const text = {
  colors: {
    system: "System",
    light: "Light",
    dark: "Dark",
    label: "Colors",
  },
  density: {
    compact: "Compact",
    comfortable: "Comfortable",
    spacious: "Spacious",
    label: "Density",
  },
  textSize: {
    small: "Small",
    normal: "Normal",
    large: "Large",
    larger: "Larger",
    label: "Text size",
  },
  page: {
    title: "Display",
    description: "Saved in this browser. Other devices have their own settings.",
  },
  shortcuts: {
    title: "Keyboard shortcuts",
    description: "Shortcuts are off while you type. They are saved in this browser.",
    resetAll: "Reset all shortcuts",
    new: (label: string) => `New shortcut for “${label}”`,
    press: "Press a shortcut",
    reset: "Reset",
    of: (label: string) => `the shortcut for “${label}”`,
    fixed: "This shortcut cannot be changed.",
    change: "Change",
  },
};
