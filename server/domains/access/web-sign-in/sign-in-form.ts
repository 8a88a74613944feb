import type { Request, Response } from "express";
import { z } from "zod";
import type { FormGuard } from "../../../http/form-guard.ts";
import { invalid } from "../../../lib/errors.ts";
import { sendFinishPage } from "../page-keys/index.ts";
import type { Rules } from "./rules.ts";
import type { SignInSteps, WebSignIn } from "./service.ts";
import type { SignInCookies } from "./sign-in-cookies.ts";
import type { NextStep } from "./sign-in-flow.ts";
import { text } from "./text.ts";

export interface SignInPagesDeps {
  webSignIn: WebSignIn;
  rules: Rules;
  cookies: SignInCookies;
  forms: FormGuard;
  origin(request: Request): string;
}

/** What the pages work with while web sign-in is on. */
export type PageDeps = SignInPagesDeps & SignInSteps;

const field = z.string().max(3_000).default("");
const form = z.object({
  form_token: field,
  return_to: field,
  code: field,
  current: field,
  trust: z.string().optional(),
  step: field,
});
export type SignInForm = z.infer<typeof form>;

/** The submitted form, after checking its token. */
export function readForm({ forms }: Pick<PageDeps, "forms">, request: Request): SignInForm {
  const parsed = form.safeParse(request.body ?? {});
  if (!parsed.success) throw invalid(text.unreadableForm);
  forms.check(request, parsed.data.form_token);
  return parsed.data;
}

/** The raw query string: Express does not parse queries here. */
export const queryOf = (request: Request): string => /\?.*$/s.exec(request.originalUrl)?.[0] ?? "";

const backTo = (target: string): string => `?return_to=${encodeURIComponent(target)}`;

/** The page of a step after the provider. `proof` shows that the browser comes from the step before. */
export const stepUrl = (step: string, target: string, proof: string): string =>
  `/sign-in/${step}${backTo(target)}&step=${encodeURIComponent(proof)}`;

/** Sends a browser that comes from the provider to the board, or to the step that is left. */
export function sendNextStep(
  { cookies, stepProofs }: Pick<PageDeps, "cookies" | "stepProofs">,
  [request, response]: readonly [Request, Response],
  step: NextStep,
): void {
  cookies.set(request, "in", step.token);
  const { returnTo } = step;
  if (step.next === "board") sendFinishPage(response, { token: step.keyToken, returnTo });
  else response.redirect(303, stepUrl(step.next, returnTo, stepProofs.of(step.token)));
}

/** What a browser was sent to a step with; empty if it was not. */
export const stepProofIn = (request: Request): string =>
  new URLSearchParams(queryOf(request)).get("step") ?? "";
