/** The words of the health tool. */
export const text = {
  title: "System Health",
  clis: "Agent CLIs",
  notChecked: "not checked yet",
  notInstalled: "not installed",
  installed: "installed",
  signedIn: "signed in",
  notSignedIn: "not signed in",
};
