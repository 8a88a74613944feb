import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import type { TestService } from "./service.ts";

/** How long expect.poll waits for something that a person would wait for. */
export const soon = { timeout: 40_000 };

export interface SessionPage {
  transcript: Locator;
  /** The field for a message to the agent. */
  composer: Locator;
  queue: Locator;
  /** Resolves once the header shows this status; for "Needs you" also what the session waits for. */
  status(label: "Running" | "Needs you" | "Waiting" | "Failed" | "Archived"): Promise<void>;
  /** Resolves once the transcript shows exactly this text. */
  says(text: string): Promise<void>;
  press(button: string): Promise<void>;
  send(text: string): Promise<void>;
}

/** Exactly this label, or the kinds of attention that are shown instead of it. */
const shownAs = (label: string): RegExp =>
  label === "Needs you" ? /^(?:Needs you|Question|Review|Done|Idle)$/ : new RegExp(`^${label}$`);

/** The parts of a session's page by their visible names. */
export function sessionPage(page: Page): SessionPage {
  const transcript = page.getByLabel("Transcript", { exact: true });
  const box = page.getByLabel("Message the agent");
  const composer = box.getByLabel("Message");
  const press = (button: string) => page.getByRole("button", { name: button, exact: true }).click();
  return {
    transcript,
    composer,
    queue: page.getByLabel("Queued messages").getByRole("listitem"),
    status: (label) => page.getByRole("main").locator("header").getByText(shownAs(label)).first().waitFor(),
    says: (text) => transcript.getByText(text, { exact: true }).waitFor(),
    press,
    async send(text) {
      await composer.fill(text);
      // Waits for the answer to the last message, which the queue may show earlier.
      await box.getByRole("button", { name: /^(?:Send|Queue)$/, disabled: false }).waitFor();
      await composer.press("ControlOrMeta+Enter");
    },
  };
}

export interface Gate {
  /** A script line with which the model waits here. */
  step: string;
  open(): Promise<void>;
}

/** A point at which the scripted model waits until the test opens it. */
export function gate({ folder }: TestService, name: string): Gate {
  const path = join(folder, `gate-${name}`);
  return { step: `#script wait_file path=${path}`, open: () => writeFile(path, "") };
}
