import { join } from "node:path";
import type { Tray } from "electron";
import type { Logger } from "pino";
import type { Service, ServiceStatus } from "../../server/index.ts";
import type { Started } from "../boot/phases.ts";
import type { Host } from "../host.ts";
import type { MainWindow } from "../windows/main-window.ts";
import { summary, trayMenu } from "./tray-menu.ts";

export interface TrayNeeds {
  service: Service;
  window: MainWindow;
  icons: string;
  log: Logger;
}

/** False when the desktop has no tray: then closing the window ends the app. */
export function openTray(host: Host, needs: TrayNeeds): Started<boolean> {
  const tray = createTray(host, needs);
  if (!tray) return { value: false };
  const show = (status: ServiceStatus) => present(host, { ...needs, tray, status });
  tray.on("click", () => host.process.platform !== "darwin" && needs.window.open());
  const stop = needs.service.onStatus(show);
  show(needs.service.status());
  return {
    value: true,
    undo() {
      stop();
      tray.destroy();
    },
  };
}

function createTray({ electron, process }: Host, { icons, log }: TrayNeeds): Tray | null {
  const isMac = process.platform === "darwin";
  const image = electron.nativeImage.createFromPath(join(icons, isMac ? "trayTemplate.png" : "tray.png"));
  if (isMac) image.setTemplateImage(true);
  try {
    return new electron.Tray(image);
  } catch (err) {
    log.warn({ err }, "There is no tray on this desktop");
    return null;
  }
}

function present(
  host: Host,
  { tray, status, service, window, log }: TrayNeeds & { tray: Tray; status: ServiceStatus },
) {
  const { app, Menu } = host.electron;
  const actions = {
    open: window.open,
    pauseAll: () => void service.pauseAll().catch((err) => log.error({ err }, "Pausing all sessions failed")),
    quit: () => app.quit(),
  };
  tray.setContextMenu(Menu.buildFromTemplate(trayMenu(status, actions)));
  tray.setToolTip(`Signalbox: ${summary(status)}`);
  if (host.process.platform === "darwin")
    tray.setTitle(status.needsInput > 0 ? String(status.needsInput) : "");
  if (host.process.platform !== "win32") app.setBadgeCount(status.needsInput);
}
