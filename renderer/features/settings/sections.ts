import type { ComponentType } from "react";
import { desktopShell } from "../../lib/desktop.ts";
import { lazyComponent } from "../../lib/lazy-component.ts";

export interface SettingsSection {
  /** Its part of the address. */
  id: string;
  title: string;
  /** One sentence, below the title and in the list. */
  about: string;
  /** Further words under which the palette finds it. */
  keywords?: string;
  /** What stands below the title; blocks of it are `SettingsBlock`. */
  page: ComponentType;
}

export interface SettingsGroup {
  title: string;
  sections: readonly SettingsSection[];
}

const desktop: SettingsSection = {
  id: "desktop",
  title: "Desktop app",
  about: "The shortcut, starting with this machine, and updates of the app.",
  keywords: "tray shortcut hotkey login autostart updates window",
  page: lazyComponent(async () => (await import("./desktop/DesktopPage.tsx")).DesktopPage),
};

/** The list of the settings: pages that a person looks for in one place stand together. */
export const settingsGroups: readonly SettingsGroup[] = [
  {
    title: "Personal",
    sections: [
      {
        id: "you",
        title: "You",
        about: "Your name and address, as they stand beside what you write.",
        keywords: "profile name email owner sign out",
        page: lazyComponent(async () => (await import("./owner/OwnerPage.tsx")).OwnerPage),
      },
      {
        id: "notifications",
        title: "Notifications",
        about: "What you are told of, where, and when not.",
        keywords: "push desktop phone quiet hours browser alerts",
        page: lazyComponent(
          async () => (await import("./notifications/NotificationsPage.tsx")).NotificationsPage,
        ),
      },
      {
        id: "appearance",
        title: "Appearance",
        about: "Colours, density, size of text and keys, as this browser shows them.",
        keywords: "theme dark light font compact spacious shortcuts keyboard remap",
        page: lazyComponent(async () => (await import("./appearance/AppearancePage.tsx")).AppearancePage),
      },
      ...(desktopShell() === null ? [] : [desktop]),
    ],
  },
  {
    title: "Agents",
    sections: [
      {
        id: "defaults",
        title: "New sessions",
        about: "Which runtime, model and effort a session takes where nobody says.",
        keywords: "defaults runtime model effort root preferences",
        page: lazyComponent(async () => (await import("./defaults/DefaultsPage.tsx")).DefaultsPage),
      },
      {
        id: "catalog",
        title: "Catalog",
        about: "Agent roots, MCP servers, skills, hooks and plugins, and what is wrong with their files.",
        keywords: "air.json roots mcp servers skills hooks plugins validate errors",
        page: lazyComponent(async () => (await import("./catalog/CatalogPage.tsx")).CatalogPage),
      },
      {
        id: "clis",
        title: "Agent CLIs",
        about: "Which agents are installed and signed in here, and what mends what is missing.",
        keywords: "doctor claude code codex pi git install sign in version health",
        page: lazyComponent(async () => (await import("./clis/ClisPage.tsx")).ClisPage),
      },
      {
        id: "connectors",
        title: "Connectors",
        about: "MCP servers that your agents use on your behalf, once you signed in to them.",
        keywords: "mcp oauth servers sign in reconnect tokens",
        page: lazyComponent(async () => (await import("./connectors/ConnectorsPage.tsx")).ConnectorsPage),
      },
    ],
  },
  {
    title: "Access",
    sections: [
      {
        id: "keys",
        title: "API keys",
        about: "Keys for scripts and other programs that use this service.",
        keywords: "token secret credentials mint revoke",
        page: lazyComponent(async () => (await import("./keys/KeysPage.tsx")).KeysPage),
      },
      {
        id: "connections",
        title: "Connections",
        about: "Programs and phones that use this service in a person's name, and what their words count as.",
        keywords: "oauth mcp claude grants apps clients act as me relay revoke connect",
        page: lazyComponent(async () => (await import("./connections/ConnectionsPage.tsx")).ConnectionsPage),
      },
      {
        id: "plugins",
        title: "Plugins",
        about: "Outside applications that may start work by the triggers you tick, and do nothing else.",
        keywords: "external apps integrations webhook triggers keys",
        page: lazyComponent(async () => (await import("./integrations/IntegrationsPage.tsx")).PluginsPage),
      },
      {
        id: "sign-in",
        title: "Sign-in",
        about: "How people sign in to this board, and the browsers you are signed in with.",
        keywords: "web google authenticator totp recovery codes browsers sign out",
        page: lazyComponent(async () => (await import("./sign-in/SignInPage.tsx")).SignInPage),
      },
      {
        id: "network",
        title: "Network",
        about: "Whether other devices in your local network reach this machine.",
        keywords: "lan wifi phone tls certificate fingerprint address open",
        page: lazyComponent(async () => (await import("./devices/NetworkPage.tsx")).NetworkPage),
      },
      {
        id: "devices",
        title: "Devices",
        about: "Phones and other machines that show this board, and how to connect one.",
        keywords: "phone pair pairing qr code tablet mobile sign out revoke",
        page: lazyComponent(async () => (await import("./devices/DevicesPage.tsx")).DevicesPage),
      },
    ],
  },
  {
    title: "This service",
    sections: [
      {
        id: "data",
        title: "Data and backups",
        about: "Where the data is, how large it is, how long it is kept, and copies of it.",
        keywords: "folder disk space size backup restore verify retention trash days",
        page: lazyComponent(async () => (await import("./data/DataPage.tsx")).DataPage),
      },
      {
        id: "about",
        title: "About",
        about: "Which release this is, what it runs on, and whose work is in it.",
        keywords: "version licences data folder address runtime",
        page: lazyComponent(async () => (await import("./about/AboutPage.tsx")).AboutPage),
      },
    ],
  },
];

/** The pages of the settings, in the order of their list. */
export const settingsSections: readonly SettingsSection[] = settingsGroups.flatMap(
  ({ sections }) => sections,
);
