/** The words of the list of settings. */
export const text = {
  sections: {
    desktop: {
      title: "Desktop app",
      about: "Shortcut, start at sign-in, and app updates.",
    },
    profile: {
      title: "Profile",
      about: "Your name and email, which appear next to your messages.",
    },
    notifications: {
      title: "Notifications",
      about: "What to notify you about, where, and during which hours.",
    },
    appearance: {
      title: "Appearance",
      about: "Colors, density, text size and keyboard shortcuts in this browser.",
    },
    defaults: {
      title: "New sessions",
      about: "Default runtime, model and effort of new sessions.",
    },
    catalog: {
      title: "Catalog",
      about:
        "The agent roots, MCP servers, skills, hooks and plugins to choose from, and problems in their files.",
    },
    clis: {
      title: "Agent CLIs",
      about: "Which agents are installed and signed in, and how to fix what is missing.",
    },
    repositories: {
      title: "Repositories",
      about: "Repositories whose own hooks and other settings may run, and what agents can reach.",
    },
    connectors: {
      title: "Connectors",
      about: "MCP servers that agents use on your behalf after you sign in.",
    },
    mcpApps: {
      title: "MCP Apps",
      about: "Servers whose apps are shown in transcripts, and what that allows.",
    },
    experimental: {
      title: "Experimental",
      about: "Settings to try out, and the sessions they affect.",
    },
    live: {
      title: "Live mode",
      about: "How live mode answers, sounds and listens, and what it may spend.",
    },
    keys: {
      title: "API keys",
      about: "Keys for scripts and programs that use this service, and its API.",
    },
    connections: {
      title: "Connected apps",
      about: "Programs and phones that sign in here with your approval, and how they act.",
    },
    integrations: {
      title: "Integrations",
      about: "Services that may invoke the triggers you allow, each with keys of its own.",
    },
    chat: {
      title: "Slack",
      about: "The bot whose channels and direct messages triggers watch.",
    },
    signIn: {
      title: "Sign-in",
      about: "How people sign in to this board, and your signed-in browsers.",
    },
    network: {
      title: "Network",
      about: "Access from other devices on your local network.",
    },
    devices: {
      title: "Devices",
      about: "Phones and computers that are connected to this board.",
    },
    health: {
      title: "Health",
      about: "Problems of this service, and how to fix them.",
    },
    data: {
      title: "Data and backups",
      about: "Where your data is, its size, how long it is kept, and its backups.",
    },
    about: {
      title: "About",
      about: "Version, environment and licenses.",
    },
  },
  groups: {
    personal: "Personal",
    agents: "Agents",
    tools: "What agents can use",
    programs: "Other programs",
    access: "Sign-in and devices",
    service: "This service",
  },
  page: {
    title: "Settings",
    all: "All settings",
    loading: "this page",
    loadingSection: (title: string) => `Loading ${title}`,
    notFound: "Page not found",
    notFoundHint: "Settings has no page with this name.",
  },
};
