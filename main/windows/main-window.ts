import { join } from "node:path";
import type { BrowserWindow, NativeImage } from "electron";
import type { Logger } from "pino";
import type { ShellPaths } from "../boot/paths.ts";
import type { Started } from "../boot/phases.ts";
import type { Host } from "../host.ts";
import { readStateFile, writeStateFile } from "../state-file.ts";
import { webPreferences } from "./web-preferences.ts";
import { decideBounds, smallestWindow, type WindowState, windowState } from "./window-state.ts";

export interface MainWindow {
  /** Brings it to the front, and to `path` of the board when one is named. */
  open(path?: string): void;
  /** Opens the page for a new session and tells it that a text waits for it. */
  offerPrompt(): void;
  /** On the taskbar's icon; null takes it away. Windows only. */
  mark(overlay: { image: NativeImage; text: string } | null): void;
}

export interface MainWindowNeeds {
  paths: ShellPaths;
  log: Logger;
  boardUrl: string;
  /** Whether the page shows places by itself, so that nothing typed or chosen in it is lost; false once it loads anew. */
  page: { isFollowing: boolean };
  /** Started at login: it comes up when the person asks for it. */
  startsHidden: boolean;
  /** Asked when the person closes the window: true hides it and leaves the app running. */
  staysInBackground(): boolean;
}

/** Hidden until its first page is drawn. Resolves when the board has loaded; throws when it cannot be. */
export async function openMainWindow(host: Host, needs: MainWindowNeeds): Promise<Started<MainWindow>> {
  const { paths, log, boardUrl } = needs;
  const stateFile = join(paths.userData, "window.json");
  const saved = await readStateFile(stateFile, windowState);
  const window = createWindow(host, needs, saved);
  let saving = Promise.resolve();
  const save = (state: WindowState) => {
    saving = saving
      .then(() => writeStateFile(stateFile, state))
      .catch((err) => log.warn({ err }, "The window's place was not kept"));
    return saving;
  };

  window.once("ready-to-show", () => {
    const maximize = () => saved?.isMaximized && window.maximize();
    // To maximize a hidden window would show it.
    if (needs.startsHidden) window.once("show", maximize);
    else {
      maximize();
      window.show();
    }
  });
  window.on("close", (event) => {
    void save(stateOf(window));
    if (!needs.staysInBackground()) return;
    event.preventDefault();
    window.hide();
  });
  noteNavigation(window, needs.page);
  offerReload(host, window, log);
  await load(window, boardUrl).catch((error: unknown) => {
    window.destroy();
    throw error;
  });

  return {
    value: inFront(window, needs),
    async undo() {
      if (window.isDestroyed()) return;
      const state = stateOf(window);
      window.destroy();
      await save(state);
    },
  };
}

/** What the rest of the shell may do with the window. */
function inFront(window: BrowserWindow, { boardUrl, log, page }: MainWindowNeeds): MainWindow {
  const { webContents } = window;

  function turnTo(path: string): void {
    if (page.isFollowing) return webContents.send("desktop:open", path);
    const address = new URL(path, boardUrl).href;
    if (webContents.getURL() === address) return;
    load(window, address).catch((err) => log.error({ err }, "A page of the board did not load"));
  }

  function open(path?: string): void {
    if (window.isDestroyed()) return;
    if (path !== undefined) turnTo(path);
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  return {
    open,
    offerPrompt() {
      open("/sessions/new");
      if (!window.isDestroyed()) webContents.send("desktop:prompt");
    },
    mark(overlay) {
      if (!window.isDestroyed()) window.setOverlayIcon(overlay?.image ?? null, overlay?.text ?? "");
    },
  };
}

function noteNavigation({ webContents }: BrowserWindow, page: MainWindowNeeds["page"]): void {
  webContents.on("did-start-navigation", ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) page.isFollowing = false;
  });
  webContents.on("render-process-gone", () => {
    page.isFollowing = false;
  });
}

function createWindow({ electron, process }: Host, { paths }: MainWindowNeeds, saved: WindowState | null) {
  const { app, BrowserWindow, screen } = electron;
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
  return new BrowserWindow({
    ...decideBounds(saved, screens),
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    title: "Signalbox",
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

/** A page that moves on while it loads is reported as an aborted load, which is none. */
async function load(window: BrowserWindow, address: string): Promise<void> {
  try {
    await window.loadURL(address);
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ERR_ABORTED") throw error;
  }
}

/** By the person and not by itself, so that a page which crashes at once does not do so for ever. */
function offerReload({ electron: { dialog } }: Host, window: BrowserWindow, log: Logger): void {
  window.webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    if (reason === "clean-exit" || window.isDestroyed()) return;
    log.error({ reason, exitCode }, "The board's page crashed");
    const question = {
      type: "error" as const,
      message: "The board stopped unexpectedly.",
      detail: "Sessions go on running in the background.",
      buttons: ["Reload", "Not now"],
    };
    dialog.showMessageBox(window, question).then(
      ({ response }) => {
        if (response === 0 && !window.isDestroyed()) window.webContents.reload();
      },
      (err) => log.error({ err }, "The question could not be shown"),
    );
  });
}
