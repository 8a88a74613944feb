import type { ComponentType } from "react";
import { desktopShell } from "../../lib/desktop.ts";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { text } from "./text.ts";

export interface SettingsSection {
  /** Its last part of the path. */
  id: string;
  title: string;
  /** One sentence, shown below the title and in the list. */
  about: string;
  /** More words by which the palette finds it. */
  keywords?: string;
  /** The content below the title, made of `SettingsSection`s. */
  page: ComponentType;
}

export interface SettingsGroup {
  title: string;
  sections: readonly SettingsSection[];
}

const desktop: SettingsSection = {
  id: "desktop",
  ...text.sections.desktop,
  keywords: "tray shortcut hotkey login autostart updates window",
  page: lazyComponent(async () => (await import("./desktop/DesktopPage.tsx")).DesktopPage),
};

/** The list of settings, in groups. */
export const settingsGroups: readonly SettingsGroup[] = [
  {
    title: text.groups.personal,
    sections: [
      {
        id: "you",
        ...text.sections.profile,
        keywords: "profile name email owner sign out",
        page: lazyComponent(async () => (await import("./owner/OwnerPage.tsx")).OwnerPage),
      },
      {
        id: "notifications",
        ...text.sections.notifications,
        keywords: "push desktop phone quiet hours browser alerts",
        page: lazyComponent(
          async () => (await import("./notifications/NotificationsPage.tsx")).NotificationsPage,
        ),
      },
      {
        id: "appearance",
        ...text.sections.appearance,
        keywords: "theme dark light font compact spacious shortcuts keyboard remap",
        page: lazyComponent(async () => (await import("./appearance/AppearancePage.tsx")).AppearancePage),
      },
      ...(desktopShell() === null ? [] : [desktop]),
    ],
  },
  {
    title: text.groups.agents,
    sections: [
      {
        id: "defaults",
        ...text.sections.defaults,
        keywords: "defaults runtime model effort root preferences",
        page: lazyComponent(async () => (await import("./defaults/DefaultsPage.tsx")).DefaultsPage),
      },
      {
        id: "clis",
        ...text.sections.clis,
        keywords: "doctor claude code codex pi git install sign in version health",
        page: lazyComponent(async () => (await import("./clis/ClisPage.tsx")).ClisPage),
      },
      {
        id: "repositories",
        ...text.sections.repositories,
        keywords: "trust repository hooks settings untrusted revoke sandbox folders grants",
        page: lazyComponent(
          async () => (await import("./repositories/RepositoriesPage.tsx")).RepositoriesPage,
        ),
      },
      {
        id: "experimental",
        ...text.sections.experimental,
        keywords: "experiments toggle try mcp tool search cohorts compare",
        page: lazyComponent(
          async () => (await import("./experimental/ExperimentalPage.tsx")).ExperimentalPage,
        ),
      },
      {
        id: "live",
        ...text.sections.live,
        keywords: "talk voice microphone wake word guidance model limit realtime call speech",
        page: lazyComponent(async () => (await import("./live/LivePage.tsx")).LivePage),
      },
    ],
  },
  {
    title: text.groups.tools,
    sections: [
      {
        id: "catalog",
        ...text.sections.catalog,
        keywords: "air.json roots mcp servers skills hooks plugins validate errors",
        page: lazyComponent(async () => (await import("./catalog/CatalogPage.tsx")).CatalogPage),
      },
      {
        id: "connectors",
        ...text.sections.connectors,
        keywords: "mcp oauth servers sign in reconnect tokens",
        page: lazyComponent(async () => (await import("./connectors/ConnectorsPage.tsx")).ConnectorsPage),
      },
      {
        id: "mcp-apps",
        ...text.sections.mcpApps,
        keywords: "mcp ui resource html frame iframe widget server allow list",
        page: lazyComponent(async () => (await import("./mcp-apps/McpAppsPage.tsx")).McpAppsPage),
      },
    ],
  },
  {
    title: text.groups.programs,
    sections: [
      {
        id: "connections",
        ...text.sections.connections,
        keywords: "oauth mcp claude grants apps clients act as me relay revoke connect",
        page: lazyComponent(async () => (await import("./connections/ConnectionsPage.tsx")).ConnectionsPage),
      },
      {
        id: "keys",
        ...text.sections.keys,
        keywords: "token secret credentials mint revoke",
        page: lazyComponent(async () => (await import("./keys/KeysPage.tsx")).KeysPage),
      },
      {
        id: "plugins",
        ...text.sections.integrations,
        keywords: "external apps integrations webhook triggers keys",
        page: lazyComponent(
          async () => (await import("./integrations/IntegrationsPage.tsx")).IntegrationsPage,
        ),
      },
      {
        id: "chat",
        ...text.sections.chat,
        keywords: "slack bot token channel mention message triggers",
        page: lazyComponent(async () => (await import("./chat/ChatPage.tsx")).ChatPage),
      },
    ],
  },
  {
    title: text.groups.access,
    sections: [
      {
        id: "sign-in",
        ...text.sections.signIn,
        keywords: "web google authenticator totp recovery codes browsers sign out",
        page: lazyComponent(async () => (await import("./sign-in/SignInPage.tsx")).SignInPage),
      },
      {
        id: "network",
        ...text.sections.network,
        keywords: "lan wifi phone tls certificate fingerprint address open",
        page: lazyComponent(async () => (await import("./devices/NetworkPage.tsx")).NetworkPage),
      },
      {
        id: "devices",
        ...text.sections.devices,
        keywords: "phone pair pairing qr code tablet mobile sign out revoke",
        page: lazyComponent(async () => (await import("./devices/DevicesPage.tsx")).DevicesPage),
      },
    ],
  },
  {
    title: text.groups.service,
    sections: [
      {
        id: "health",
        ...text.sections.health,
        keywords: "status doctor processes queue jobs stuck recovery mode retry archive maintenance well",
        page: lazyComponent(async () => (await import("./health/HealthPage.tsx")).HealthPage),
      },
      {
        id: "data",
        ...text.sections.data,
        keywords: "folder disk space size backup restore verify retention trash days",
        page: lazyComponent(async () => (await import("./data/DataPage.tsx")).DataPage),
      },
      {
        id: "about",
        ...text.sections.about,
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
