/** The words of the about page. */
export const text = {
  facts: {
    copy: (label: string) => `Copy: ${label}`,
    version: "Version",
    address: "Address",
    dataFolder: "Data folder",
    running: "Running",
    startedOn: (platform: string) => `On ${platform}, started`,
  },
  licenses: {
    title: "Licenses",
    description: "Signalbox is released under the MIT license and includes third-party packages.",
    show: "Show packages",
    loading: "the licenses",
    intro: "Every package that ships with Signalbox, with its license text.",
    missing: "This build does not include the license list.",
    find: "Find a package",
    findHint: "Find a package or license",
    count: (found: number, all: number) => `${found} of ${all} packages`,
    packages: "Packages",
    noText: "This package does not include a license text.",
  },
  page: {
    title: "Signalbox",
    description: "A control room for coding agents on your own machine.",
    loading: "facts about this service",
  },
};
