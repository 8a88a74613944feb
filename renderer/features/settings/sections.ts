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
  about: "Shortcut, start at sign-in, and app updates.",
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
        title: "Profile",
        about: "Your name and email, shown next to your messages.",
        keywords: "profile name email owner sign out",
        page: lazyComponent(async () => (await import("./owner/OwnerPage.tsx")).OwnerPage),
      },
      {
        id: "notifications",
        title: "Notifications",
        about: "What you are notified about, where, and during which hours.",
        keywords: "push desktop phone quiet hours browser alerts",
        page: lazyComponent(
          async () => (await import("./notifications/NotificationsPage.tsx")).NotificationsPage,
        ),
      },
      {
        id: "appearance",
        title: "Appearance",
        about: "Colors, density, text size and keyboard shortcuts in this browser.",
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
        about: "Default runtime, model and effort of new sessions.",
        keywords: "defaults runtime model effort root preferences",
        page: lazyComponent(async () => (await import("./defaults/DefaultsPage.tsx")).DefaultsPage),
      },
      {
        id: "catalog",
        title: "Catalog",
        about: "Agent roots, MCP servers, skills, hooks and plugins, and problems in their files.",
        keywords: "air.json roots mcp servers skills hooks plugins validate errors",
        page: lazyComponent(async () => (await import("./catalog/CatalogPage.tsx")).CatalogPage),
      },
      {
        id: "clis",
        title: "Agent CLIs",
        about: "Which agents are installed and signed in, and how to fix what is missing.",
        keywords: "doctor claude code codex pi git install sign in version health",
        page: lazyComponent(async () => (await import("./clis/ClisPage.tsx")).ClisPage),
      },
      {
        id: "connectors",
        title: "Connectors",
        about: "MCP servers that agents use on your behalf after you sign in.",
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
        about: "Keys for scripts and programs that use this service.",
        keywords: "token secret credentials mint revoke",
        page: lazyComponent(async () => (await import("./keys/KeysPage.tsx")).KeysPage),
      },
      {
        id: "connections",
        title: "Connections",
        about: "Programs and phones that a person approved, and how they act.",
        keywords: "oauth mcp claude grants apps clients act as me relay revoke connect",
        page: lazyComponent(async () => (await import("./connections/ConnectionsPage.tsx")).ConnectionsPage),
      },
      {
        id: "plugins",
        title: "Integrations",
        about: "Outside applications that start work through the triggers you allow.",
        keywords: "external apps integrations webhook triggers keys",
        page: lazyComponent(
          async () => (await import("./integrations/IntegrationsPage.tsx")).IntegrationsPage,
        ),
      },
      {
        id: "sign-in",
        title: "Sign-in",
        about: "How people sign in to this board, and your signed-in browsers.",
        keywords: "web google authenticator totp recovery codes browsers sign out",
        page: lazyComponent(async () => (await import("./sign-in/SignInPage.tsx")).SignInPage),
      },
      {
        id: "network",
        title: "Network",
        about: "Access from other devices on your local network.",
        keywords: "lan wifi phone tls certificate fingerprint address open",
        page: lazyComponent(async () => (await import("./devices/NetworkPage.tsx")).NetworkPage),
      },
      {
        id: "devices",
        title: "Devices",
        about: "Phones and computers that are connected to this board.",
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
        about: "Location, size and retention of your data, and backups.",
        keywords: "folder disk space size backup restore verify retention trash days",
        page: lazyComponent(async () => (await import("./data/DataPage.tsx")).DataPage),
      },
      {
        id: "about",
        title: "About",
        about: "Version, environment and licenses.",
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
