/** The words of the desktop app page. */
export const text = {
  page: {
    onlyInApp: "These settings are only available in the desktop app.",
    window: "Window and startup",
    windowHint: "When you close the window, Signalbox stays in the tray and agents keep working.",
    saveFailed: "Could not change the settings",
    loading: "the settings of the app",
    someFailed: "Some settings could not be changed",
  },
  shortcut: {
    title: "Shortcut",
    about: "Brings the window to the front from any app.",
    new: "New shortcut",
    press: "Press the keys",
    choose: "Choose",
    change: "Change",
    off: "Off",
    verb: (verb: string, name: string) => `${verb}: ${name}`,
    turnOffNamed: (name: string) => `Turn off: ${name}`,
    turnOff: "Turn off",
    badKey: "Use a letter, a digit, Space or a function key.",
    addModifiers: (example: string) =>
      `Add two modifier keys, such as ${example}, to avoid conflicts with other apps.`,
  },
  talk: {
    title: "Shortcut for live mode",
    about: "Starts a call from any app, and ends it when pressed again.",
  },
  startup: {
    onlyInstalled: "Only an installed app can start at sign-in.",
    title: "Start at sign-in",
    about: "Opens in the tray, without a window, when you sign in to this computer.",
  },
  updates: {
    version: (version: string) =>
      `This is version ${version}. Nothing is downloaded or installed until you confirm.`,
    title: "Updates",
    manual: (version: string) =>
      `This is version ${version}. It does not update automatically: to update, install a newer version over it.`,
    check: "Check now",
    atStartup: "Check at startup",
    atStartupHint: "Checks for a newer version when the app opens.",
  },
};
