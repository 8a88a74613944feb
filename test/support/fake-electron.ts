import { EventEmitter } from "node:events";
import type { Electron } from "../../main/host.ts";

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Template = {
  label?: string;
  role?: string;
  enabled?: boolean;
  click?: () => void;
  submenu?: Template;
}[];

/** The page of a window: what it was told to show, and how the test makes it navigate. */
class FakeContents extends EventEmitter {
  url = "";
  reloads = 0;
  /** The messages that the shell sent to the page. */
  readonly sent: unknown[][] = [];
  #openWindow: (details: { url: string }) => unknown = () => ({ action: "allow" });

  getURL = () => this.url;
  reload = () => void this.reloads++;
  send = (...message: unknown[]) => void this.sent.push(message);
  setWindowOpenHandler(handler: (details: { url: string }) => unknown) {
    this.#openWindow = handler;
  }

  /** The result of `window.open(url)` in the page. */
  openWindow = (url: string) => this.#openWindow({ url });

  /** Follows a link; true if nothing prevented it. */
  navigate(url: string, { event = "will-frame-navigate", isMainFrame = true } = {}): boolean {
    const attempt = preventable({ url, isMainFrame });
    this.emit(event, attempt);
    return !attempt.defaultPrevented;
  }
}

export class FakeWindow extends EventEmitter {
  readonly webContents = new FakeContents();
  readonly options: Record<string, unknown>;
  readonly #fake: FakeElectron;
  bounds: Rectangle;
  isHidden = true;
  maximized = false;
  destroyed = false;
  overlay = "";

  constructor(fake: FakeElectron, options: Record<string, unknown>) {
    super();
    this.#fake = fake;
    this.options = options;
    this.bounds = { x: 0, y: 0, width: 10, height: 10, ...options } as Rectangle;
    this.isHidden = options["show"] === false;
    fake.windows.push(this);
    fake.app.emit("web-contents-created", {}, this.webContents);
  }

  async loadURL(url: string) {
    this.#fake.calls.push(`window.load ${url.slice(0, 60)}`);
    const failure = this.#fake.failLoad(url);
    if (failure) throw failure;
    this.webContents.url = url;
    this.emit("ready-to-show");
  }

  /** Closes the window like a person, with its button. */
  close() {
    const attempt = preventable({});
    this.emit("close", attempt);
    if (!attempt.defaultPrevented) this.destroy();
  }

  destroy() {
    if (this.destroyed) return;
    this.destroyed = true;
    this.#fake.calls.push("window.destroy");
    if (this.#fake.windows.every((window) => window.destroyed)) this.#fake.app.emit("window-all-closed");
  }

  show() {
    this.isHidden = false;
    this.#fake.calls.push("window.show");
    this.emit("show");
  }

  hide() {
    this.isHidden = true;
    this.#fake.calls.push("window.hide");
  }

  maximize = () => void (this.maximized = true);
  focus = () => void this.#fake.calls.push("window.focus");
  restore = () => void this.#fake.calls.push("window.restore");
  setOverlayIcon = (_image: unknown, text: string) => void (this.overlay = text);
  isMaximized = () => this.maximized;
  isMinimized = () => false;
  isDestroyed = () => this.destroyed;
  getNormalBounds = () => this.bounds;
}

export class FakeTray extends EventEmitter {
  menu: Template = [];
  toolTip = "";
  title = "";
  image: unknown;
  readonly #fake: FakeElectron;

  constructor(fake: FakeElectron, image: unknown) {
    super();
    if (fake.hasNoTray) throw new Error("no status notifier");
    this.#fake = fake;
    this.image = image;
    fake.calls.push("tray.open");
    fake.trays.push(this);
  }

  setImage = (image: unknown) => void (this.image = image);
  setContextMenu = (menu: { template: Template }) => void (this.menu = menu.template);
  setToolTip = (text: string) => void (this.toolTip = text);
  setTitle = (text: string) => void (this.title = text);
  destroy = () => void this.#fake.calls.push("tray.destroy");

  labels = () => this.menu.flatMap(({ label }) => (label === undefined ? [] : [label]));
  click = (label: string) => this.menu.find((item) => item.label === label)?.click?.();
}

interface NotificationOptions {
  title: string;
  body: string;
  hasReply?: boolean;
}

class FakeNotification extends EventEmitter {
  readonly options: NotificationOptions;
  isShown = false;

  constructor(fake: FakeElectron, options: NotificationOptions) {
    super();
    this.options = options;
    fake.notifications.push(this);
  }

  show = () => void (this.isShown = true);
  close = () => void (this.isShown = false);
}

type Handler = (event: object, ...given: unknown[]) => Promise<unknown>;

/** Channels that a page may call; `say` calls one, by default from the board's URL. */
class FakeIpc {
  readonly handlers = new Map<string, Handler>();

  handle = (channel: string, handler: Handler) => void this.handlers.set(channel, handler);
  removeHandler = (channel: string) => void this.handlers.delete(channel);
  readonly synchronous = new Map<string, (event: object & { returnValue?: unknown }) => void>();
  on = (channel: string, listener: (event: object & { returnValue?: unknown }) => void) =>
    void this.synchronous.set(channel, listener);
  removeAllListeners = (channel: string) => void this.synchronous.delete(channel);
  /** What the page gets for a synchronous message. */
  saySync(channel: string, { url = "", parent = null as object | null } = {}): unknown {
    const event: { senderFrame: object; returnValue?: unknown } = { senderFrame: { url, parent } };
    this.synchronous.get(channel)?.(event);
    return event.returnValue;
  }
  async say(channel: string, given?: unknown, { url = "", parent = null as object | null } = {}) {
    const handler = this.handlers.get(channel);
    if (!handler) throw new Error(`Nobody listens on ${channel}`);
    return handler({ senderFrame: { url, parent } }, given);
  }
}

/** The global shortcuts of the system; `taken` belong to other programs. */
class FakeShortcuts {
  readonly held = new Map<string, () => void>();
  readonly taken = new Set<string>();

  register(chord: string, onPressed: () => void) {
    if (this.taken.has(chord) || this.held.has(chord)) return false;
    this.held.set(chord, onPressed);
    return true;
  }

  unregister = (chord: string) => void this.held.delete(chord);
}

class FakeSession {
  checks: (contents: null, permission: string, origin: string, details: object) => boolean = () => true;
  asks: (contents: null, permission: string, answer: (is: boolean) => void, details: object) => void =
    () => {};
  permitsDevice: () => boolean = () => true;
  readonly cookieJar: object[] = [];
  readonly cookies = { set: async (cookie: object) => void this.cookieJar.push(cookie) };

  setPermissionCheckHandler = (handler: FakeSession["checks"]) => void (this.checks = handler);
  setPermissionRequestHandler = (handler: FakeSession["asks"]) => void (this.asks = handler);
  setDevicePermissionHandler = (handler: () => boolean) => void (this.permitsDevice = handler);
  setDisplayMediaRequestHandler = () => {};
}

interface DialogOptions {
  message: string;
  detail?: string;
  buttons?: string[];
  defaultId?: number;
  cancelId?: number;
  signal?: AbortSignal;
}

interface FakeDialog {
  parent: FakeWindow | null;
  options: DialogOptions;
  press(button: number): void;
}

/** A fake of the `electron` module that records its calls in `calls`, in order. */
export class FakeElectron {
  readonly calls: string[] = [];
  readonly windows: FakeWindow[] = [];
  readonly trays: FakeTray[] = [];
  readonly notifications: FakeNotification[] = [];
  readonly opened: string[] = [];
  readonly questions: string[] = [];
  readonly dialogs: FakeDialog[] = [];
  readonly session = new FakeSession();
  readonly ipc = new FakeIpc();
  readonly shortcuts = new FakeShortcuts();
  readonly power = new EventEmitter();
  /** Whether the app opens at login, as stored by macOS and Windows. */
  login = { openAtLogin: false, wasOpenedAtLogin: false, status: "not-registered" };
  refusesLogin = false;
  clipboardText = "";
  relaunched: { execPath: string; args: string[] } | null = null;
  dockMenu: Template = [];
  tasks: { title: string; arguments: string }[] = [];
  readonly app: EventEmitter & { quit(): void };
  /** Resolves with the code given to the first `app.exit`. */
  readonly exited: Promise<number>;
  menu: Template = [];
  hasNoTray = false;
  showsNotifications = true;
  focused: FakeWindow | null = null;
  isSecondInstance = false;
  /** The button that the person presses in every dialog. */
  answer = 0;
  /** Whether dialogs stay open until the test presses a button of theirs. */
  holdsDialogs = false;
  dialogFailure: Error | null = null;
  failLoad: (url: string) => Error | null = () => null;

  constructor(folder: string, { isPackaged = false } = {}) {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.exited = promise;
    const record = (call: string) => void this.calls.push(call);
    this.app = Object.assign(new EventEmitter(), {
      isPackaged,
      enableSandbox: () => record("app.enableSandbox"),
      requestSingleInstanceLock: () => !this.isSecondInstance,
      releaseSingleInstanceLock: () => record("app.releaseLock"),
      whenReady: async () => {
        record("app.ready");
        this.app.emit("session-created", this.session);
      },
      getAppPath: () => folder,
      getPath: (name: string) => `${folder}/${name}`,
      getVersion: () => "1.2.3",
      setBadgeCount: () => true,
      setAppUserModelId: (id: string) => record(`app.id ${id}`),
      setAsDefaultProtocolClient: (scheme: string) => record(`app.scheme ${scheme}`),
      getLoginItemSettings: () => this.login,
      setLoginItemSettings: ({ openAtLogin }: { openAtLogin: boolean }) => {
        if (!this.refusesLogin) this.login = { ...this.login, openAtLogin };
      },
      setUserTasks: (tasks: FakeElectron["tasks"]) => void (this.tasks = tasks),
      dock: { setMenu: ({ template }: { template: Template }) => void (this.dockMenu = template) },
      relaunch: (how: { execPath: string; args: string[] }) => void (this.relaunched = how),
      quit: () => {
        record("app.quit");
        this.app.emit("before-quit", preventable({}));
      },
      exit: (code: number) => {
        record(`app.exit ${code}`);
        resolve(code);
      },
    });
  }

  /** The focused window. */
  get window(): FakeWindow {
    const window = this.windows.at(-1);
    if (!window) throw new Error("There is no window");
    return window;
  }

  get tray(): FakeTray {
    const tray = this.trays.at(-1);
    if (!tray) throw new Error("There is no tray");
    return tray;
  }

  /** Like Electron's, an aborted dialog closes as if it was canceled. */
  async showDialog(given: [DialogOptions] | [FakeWindow, DialogOptions]) {
    const [parent, options] = given.length === 2 ? given : [null, ...given];
    const { promise, resolve: press } = Promise.withResolvers<number>();
    this.questions.push(options.message);
    this.dialogs.push({ parent, options, press });
    if (this.dialogFailure) throw this.dialogFailure;
    options.signal?.addEventListener("abort", () => press(options.cancelId ?? 0));
    return { response: this.holdsDialogs ? await promise : this.answer };
  }

  asModule = (): Electron => moduleOf(this);
}

function moduleOf(fake: FakeElectron): Electron {
  const parts = {
    app: fake.app,
    BrowserWindow: class extends FakeWindow {
      static getFocusedWindow = () => fake.focused;

      constructor(options: Record<string, unknown>) {
        super(fake, options);
      }
    },
    Notification: class extends FakeNotification {
      static isSupported = () => fake.showsNotifications;

      constructor(options: NotificationOptions) {
        super(fake, options);
      }
    },
    Tray: class extends FakeTray {
      constructor(image: unknown) {
        super(fake, image);
      }
    },
    Menu: {
      buildFromTemplate: (template: Template) => ({ template, popup: () => {} }),
      setApplicationMenu: ({ template }: { template: Template }) => void (fake.menu = template),
    },
    ipcMain: fake.ipc,
    session: { defaultSession: fake.session },
    globalShortcut: fake.shortcuts,
    powerMonitor: fake.power,
    powerSaveBlocker: {
      start: (type: string) => fake.calls.push(`power.block ${type}`),
      stop: (id: number) => void fake.calls.push(`power.unblock ${id}`),
    },
    clipboard: {
      readText: async () => fake.clipboardText,
      writeText: async (copied: string) => void (fake.clipboardText = copied),
    },
    nativeImage: { createFromPath: (file: string) => ({ file, setTemplateImage: () => {} }) },
    screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] },
    dialog: {
      showMessageBox: (...given: [DialogOptions] | [FakeWindow, DialogOptions]) => fake.showDialog(given),
    },
    shell: {
      openExternal: async (address: string) => void fake.opened.push(address),
      openPath: async (path: string) => void fake.opened.push(path),
    },
    systemPreferences: { askForMediaAccess: async () => true },
  };
  return parts as unknown as Electron;
}

function preventable<T extends object>(details: T) {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault: () => void (event.defaultPrevented = true),
  };
  return event;
}
