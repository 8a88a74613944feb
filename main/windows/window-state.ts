import { z } from "zod";

const coordinate = z.int().min(-100_000).max(100_000);
const length = z.int().min(1).max(100_000);

export const windowState = z.strictObject({
  bounds: z.strictObject({ x: coordinate, y: coordinate, width: length, height: length }),
  isMaximized: z.boolean(),
});

export type WindowState = z.infer<typeof windowState>;
type Rectangle = WindowState["bounds"];

export const smallestWindow = { width: 480, height: 400 };
const firstWindow = { width: 1280, height: 840 };
/** How much of a window must be visible to drag it back. */
const grip = 80;

/** The saved bounds if they are still visible on a screen, else only the size. */
export function decideBounds(
  saved: WindowState | null,
  screens: readonly Rectangle[],
): { width: number; height: number; x?: number; y?: number } {
  if (!saved) return firstWindow;
  const size = {
    width: Math.max(saved.bounds.width, smallestWindow.width),
    height: Math.max(saved.bounds.height, smallestWindow.height),
  };
  const { x, y } = saved.bounds;
  const isReachable = screens.some((screen) => canGrip({ x, y, ...size }, screen));
  return isReachable ? { x, y, ...size } : size;
}

/** Whether the window's upper edge and enough of its width are on the screen. */
function canGrip(window: Rectangle, screen: Rectangle): boolean {
  const shared = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x);
  return shared >= grip && window.y >= screen.y && window.y <= screen.y + screen.height - grip;
}
