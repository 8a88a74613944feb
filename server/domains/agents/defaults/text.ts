/** The words of the settings tools. */
export const text = {
  title: "App Settings",
  changed: "App Settings Changed",
  builtIn: "the service's own",
  leftToCli: "the CLI's own",
};
