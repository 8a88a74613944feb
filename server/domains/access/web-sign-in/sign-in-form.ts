import type { Request } from "express";
import { z } from "zod";
import type { FormGuard } from "../../../http/form-guard.ts";
import { invalid } from "../../../lib/errors.ts";
import type { Rules } from "./rules.ts";
import type { WayIn, WebSignIn } from "./service.ts";
import type { SignInCookies } from "./sign-in-cookies.ts";

export interface SignInPagesDeps {
  webSignIn: WebSignIn;
  rules: Rules;
  cookies: SignInCookies;
  forms: FormGuard;
  origin(request: Request): string;
}

/** What the pages have to hand once web sign-in is on. */
export type PageDeps = SignInPagesDeps & WayIn;

const text = z.string().max(3_000).default("");
const form = z.object({
  form_token: text,
  return_to: text,
  code: text,
  current: text,
  trust: z.string().optional(),
});
export type SignInForm = z.infer<typeof form>;

/** The form that was sent, once its token is right. */
export function readForm({ forms }: Pick<PageDeps, "forms">, request: Request): SignInForm {
  const parsed = form.safeParse(request.body ?? {});
  if (!parsed.success) throw invalid("The form cannot be read");
  forms.check(request, parsed.data.form_token);
  return parsed.data;
}

/** Express parses no queries here. */
export const queryOf = (request: Request): string => /\?.*$/s.exec(request.originalUrl)?.[0] ?? "";

const backTo = (target: string): string => `?return_to=${encodeURIComponent(target)}`;

/** The page of the step that comes after the provider. */
export const stepUrl = (step: string, target: string): string => `/sign-in/${step}${backTo(target)}`;
