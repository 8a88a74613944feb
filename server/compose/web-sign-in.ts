import type { Request } from "express";
import { browserSignInService, ownerSignInPages } from "../domains/access/browser-sign-ins/index.ts";
import { pageKeyService } from "../domains/access/page-keys/index.ts";
import {
  browserName,
  isAllowedAddress,
  localPath,
  signInCookies,
  signInPages,
  webSignInService,
} from "../domains/access/web-sign-in/index.ts";
import { confirmationService } from "../domains/owner/confirmations/index.ts";
import { boardAuth } from "../http/board-auth.ts";
import { cookiesOf } from "../http/cookies.ts";
import { formGuard } from "../http/form-guard.ts";
import { originOf } from "../http/service-origin.ts";
import type { SecretStore } from "../lib/secret-store/index.ts";
import type { ComposeDeps } from "./deps.ts";
import { composeDeviceAuthentication } from "./lan.ts";

/** How people get to the board: through its own authentication, and through web sign-in if that is on. */
export function composeWebSignIn(deps: ComposeDeps, secrets: SecretStore) {
  const { database, clock, log, settings } = deps;
  const { secret } = deps.installation;
  const rules = settings.webSignIn;
  const origin = (request: Request): string => originOf(request, settings.origin);
  const jar = cookiesOf(secret);
  const cookies = signInCookies({ cookies: jar, origin });
  const pageKeys = pageKeyService({ clock });
  const webSignIn = webSignInService({
    database,
    clock,
    log,
    secrets,
    cookies,
    settings: rules,
    origin,
    pageKeys,
  });
  const forms = formGuard({ secret, cookies: jar });
  /** Whether this person may still sign in, directly or through a device or client. */
  const isAllowed = (email: string): boolean =>
    webSignIn.authenticator === null || isAllowedAddress(email, rules);
  const knownDevices = composeDeviceAuthentication(deps, { cookies: jar, isAllowed, pageKeys });
  const browserSignIns = browserSignInService({
    database,
    clock,
    log,
    cookies: jar,
    pageKeys,
    openTo: settings.boardOpenTo,
  });
  const auth = boardAuth({
    secret,
    openTo: settings.boardOpenTo,
    browsers: browserSignIns.authenticator,
    signIns: webSignIn.authenticator,
    devices: knownDevices.access.authenticator,
  });
  return {
    pageKeys,
    webSignIn,
    browserSignIns,
    confirmations: confirmationService({ clock, log, commandLine: deps.commandLine }),
    isAllowed,
    forms,
    knownDevices,
    boardAuth: auth,
    signInPages: auth.usesLaunchLinks
      ? ownerSignInPages({
          browsers: browserSignIns,
          cookies: jar,
          pageKeys,
          browserName,
          localPath,
          commandLine: deps.commandLine,
        })
      : signInPages({ webSignIn, rules, cookies, forms, origin }),
  };
}
