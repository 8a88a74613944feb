import { join } from "node:path";
import type { BrowserWindow, NativeImage } from "electron";
import type { Logger } from "pino";
import type { ShellPaths } from "../boot/paths.ts";
import type { Started } from "../boot/phases.ts";
import type { Host } from "../host.ts";
import { readStateFile, writeStateFile } from "../state-file.ts";
import { text } from "../text.ts";
import { webPreferences } from "./web-preferences.ts";
import { decideBounds, smallestWindow, type WindowState, windowState } from "./window-state.ts";

export interface MainWindow {
  /** Brings the window to the front, and to `path` of the board if given. */
  open(path?: string): void;
  /** Returns the window, brought to the front, for a dialog over it. Null once it is gone. */
  bringToFront(): BrowserWindow | null;
  /** Opens the form for a new session and notifies it that a prompt is waiting. */
  offerPrompt(): void;
  /** Brings the window to the front and has its page start a live call, or end the one that is open. */
  toggleTalk(): void;
  /** Sets the overlay on the taskbar icon, or removes it for null. Windows only. */
  setOverlay(overlay: { image: NativeImage; text: string } | null): void;
}

export interface MainWindowDeps {
  paths: ShellPaths;
  log: Logger;
  boardUrl: string;
  /** Whether the page navigates by itself, which keeps what a person typed. False again after a reload. */
  page: { navigatesItself: boolean };
  /** Started at login: the window is shown only when the person asks for it. */
  startsHidden: boolean;
  /** Called when the person closes the window. True hides it and keeps the app running. */
  staysInBackground(): boolean;
}

/** The window is hidden until its first page is drawn. Resolves when the board has loaded; throws if it cannot. */
export async function openMainWindow(host: Host, deps: MainWindowDeps): Promise<Started<MainWindow>> {
  const { paths, log, boardUrl } = deps;
  const stateFile = join(paths.userData, "window.json");
  const saved = await readStateFile(stateFile, windowState);
  const window = createWindow(host, deps, saved);
  let saving = Promise.resolve();
  const save = (state: WindowState) => {
    saving = saving
      .then(() => writeStateFile(stateFile, state))
      .catch((err) => log.warn({ err }, "The window's position was not saved"));
    return saving;
  };

  window.once("ready-to-show", () => {
    const maximize = () => saved?.isMaximized && window.maximize();
    // Maximizing a hidden window would show it.
    if (deps.startsHidden) window.once("show", maximize);
    else {
      maximize();
      window.show();
    }
  });
  window.on("close", (event) => {
    void save(stateOf(window));
    if (!deps.staysInBackground()) return;
    event.preventDefault();
    window.hide();
  });
  trackNavigation(window, deps.page);
  offerReload(host, window, log);
  await load(window, boardUrl).catch((error: unknown) => {
    window.destroy();
    throw error;
  });

  return {
    value: windowControls(window, deps),
    async undo() {
      if (window.isDestroyed()) return;
      const state = stateOf(window);
      window.destroy();
      await save(state);
    },
  };
}

/** What the rest of the shell may do with the window. */
function windowControls(window: BrowserWindow, { boardUrl, log, page }: MainWindowDeps): MainWindow {
  const { webContents } = window;

  function navigate(path: string): void {
    if (page.navigatesItself) return webContents.send("desktop:open", path);
    const address = new URL(path, boardUrl).href;
    if (webContents.getURL() === address) return;
    load(window, address).catch((err) => log.error({ err }, "A page of the board did not load"));
  }

  function bringToFront(): BrowserWindow | null {
    if (window.isDestroyed()) return null;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
    return window;
  }

  function open(path?: string): void {
    if (path !== undefined && !window.isDestroyed()) navigate(path);
    bringToFront();
  }

  return {
    open,
    bringToFront,
    offerPrompt() {
      open("/sessions/new");
      if (!window.isDestroyed()) webContents.send("desktop:prompt");
    },
    toggleTalk() {
      open();
      if (!window.isDestroyed()) webContents.send("desktop:talk", null);
    },
    setOverlay(overlay) {
      if (!window.isDestroyed()) window.setOverlayIcon(overlay?.image ?? null, overlay?.text ?? "");
    },
  };
}

function trackNavigation({ webContents }: BrowserWindow, page: MainWindowDeps["page"]): void {
  webContents.on("did-start-navigation", ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) page.navigatesItself = false;
  });
  webContents.on("render-process-gone", () => {
    page.navigatesItself = false;
  });
}

function createWindow({ electron, process }: Host, { paths }: MainWindowDeps, saved: WindowState | null) {
  const { app, BrowserWindow, screen } = electron;
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
  return new BrowserWindow({
    ...decideBounds(saved, screens),
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    title: text.appName,
    ...(process.platform === "linux" && { icon: join(paths.icons, "icon.png") }),
    webPreferences: webPreferences({
      preload: paths.preload,
      additionalArguments: [`--signalbox-version=${app.getVersion()}`],
      devTools: !app.isPackaged,
      spellcheck: false,
    }),
  });
}

function stateOf(window: BrowserWindow): WindowState {
  return { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() };
}

/** Ignores the aborted load of a page that navigates while it loads. */
async function load(window: BrowserWindow, address: string): Promise<void> {
  try {
    await window.loadURL(address);
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ERR_ABORTED") throw error;
  }
}

/** Asks the person before reloading, so that a page that crashes at once does not crash in a loop. */
function offerReload({ electron: { dialog } }: Host, window: BrowserWindow, log: Logger): void {
  window.webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    if (reason === "clean-exit" || window.isDestroyed()) return;
    log.error({ reason, exitCode }, "The board's page crashed");
    const question = {
      type: "error" as const,
      message: text.crash.message,
      detail: text.crash.detail,
      buttons: text.crash.buttons,
    };
    dialog.showMessageBox(window, question).then(
      ({ response }) => {
        if (response === 0 && !window.isDestroyed()) window.webContents.reload();
      },
      (err) => log.error({ err }, "The dialog could not be shown"),
    );
  });
}
