import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { errors as Errors, Grant, KoaContextWithOIDC } from "oidc-provider";
import type { PlainPage } from "../../../http/plain-page.ts";
import { Refusal } from "../../../lib/errors.ts";
import { isSameSecret } from "../../../lib/session-token.ts";
import type { Confirmation } from "../../owner/confirmations/model.ts";
import { type Privilege, privilege as privilegeSchema } from "./model.ts";
import { confirmationPage, consentPage, errorPage, staleFormPage } from "./pages.ts";
import { type ClientFacts, describeClient, scope } from "./rules.ts";
import type { Approval, Approver, Person } from "./service.ts";
import { text } from "./text.ts";

/** The fields the form adds to the client's parameters. */
export const formFields = ["decision", "privilege", "label", "proof", "confirmation"] as const;

interface Agreement {
  client: ClientFacts;
  person: Person;
  privilege: Privilege;
  label: string;
  through: number | null;
}

/**
 * Asks the person to approve an authorization request, after the provider has validated the client's part: first the
 * consent page is shown, then the same request comes back from its form with the answer. Nothing is stored in between,
 * and the provider's own session lasts for this one request.
 */
export function consentStep(deps: {
  errors: typeof Errors;
  /** Signs the form. */
  secret: string;
  approve(approval: Approval): void;
}) {
  const { errors, secret, approve } = deps;
  const approvers = new WeakMap<IncomingMessage, Approver>();
  const agreements = new WeakMap<IncomingMessage, Agreement>();
  const pages = new WeakMap<IncomingMessage, PlainPage>();

  /** Ties a form to the request it was made for and the person it was shown to. */
  const signForm = ({ email }: Person, params: Params): string =>
    createHmac("sha256", secret)
      .update(JSON.stringify([email, ...signedParameters.map((name) => params[name] ?? null)]))
      .digest("base64url");

  function pageFor(client: ClientFacts, { person, pageTicket }: Approver, params: Params): PlainPage {
    const asked = Object.entries(params).filter(([name]) => !isFormField(name));
    return consentPage({
      client,
      person,
      pageTicket: pageTicket ?? null,
      redirectUri: textOf(params["redirect_uri"]),
      chosen: client.firstParty ? "act_as_human" : "relay_only",
      fields: [
        ...asked.flatMap(([name, value]) => valuesOf(value).map((one) => [name, one] as const)),
        ["proof", signForm(person, params)],
      ],
    });
  }

  /** Ends a request with a page for the person instead of a redirect to the client. */
  function show(page: PlainPage, { req }: KoaContextWithOIDC): never {
    pages.set(req, page);
    throw Object.assign(new errors.InvalidRequest(text.answers.approvalRequired), { allow_redirect: false });
  }

  /** Signs the person in for this one request; the provider keeps no session. */
  async function signIn({ oidc }: KoaContextWithOIDC, person: Person): Promise<void> {
    oidc.session?.loginAccount({ accountId: person.email, transient: true });
    await oidc.session?.destroy();
  }

  return {
    /** Sets the person whose browser sent a request. Required before the request is decided. */
    setApprover: (request: IncomingMessage, approver: Approver): void =>
      void approvers.set(request, approver),

    async decide(ctx: KoaContextWithOIDC): Promise<void> {
      const approver = approvers.get(ctx.req);
      const params = ctx.oidc.params;
      const found = ctx.oidc.client;
      if (!approver || !params || !found) throw new Error("The consent step runs without a person");
      const { person, preapproved, through = null } = approver;
      const client = describeClient(found.clientId, found.clientName);
      if (preapproved && client.firstParty) {
        agreements.set(ctx.req, { client, person, through, ...preapproved });
        return signIn(ctx, person);
      }
      if (params["prompt"] === "none") throw new errors.ConsentRequired(text.answers.approvalRequired);
      const decision = ctx.method === "POST" ? params["decision"] : undefined;
      if (decision === undefined) show(pageFor(client, approver, params), ctx);
      if (!isSameSecret(textOf(params["proof"]), signForm(person, params))) show(staleFormPage, ctx);
      if (decision !== "approve") throw new errors.AccessDenied(text.answers.denied);
      const privilege = privilegeSchema.safeParse(params["privilege"]).data ?? "relay_only";
      const label = textOf(params["label"]);
      const confirming =
        privilege === "act_as_human" ? confirmationFor(params, { client, approver, label }) : null;
      if (confirming) show(confirming, ctx);
      agreements.set(ctx.req, { client, person, privilege, label, through });
      await signIn(ctx, person);
    },

    /** The page that ended a request, if one did. */
    endingPage: (request: IncomingMessage): PlainPage | undefined => pages.get(request),

    /** The grant for what was just approved. Each approval creates a new connection. */
    async grant(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
      const agreement = agreements.get(ctx.req);
      if (!agreement) return undefined;
      const { person, client } = agreement;
      const grant = new ctx.oidc.provider.Grant({ accountId: person.email, clientId: client.clientId });
      for (const resource of Object.keys(ctx.oidc.resourceServers ?? {}))
        grant.addResourceScope(resource, scope);
      approve({ ...agreement, grantKey: await grant.save() });
      return grant;
    },
  };
}

/** The page that says how to confirm an approval, or why it is refused. Null once a person confirmed it. */
function confirmationFor(
  params: Params,
  { client, approver, label }: { client: ClientFacts; approver: Approver; label: string },
): PlainPage | null {
  const details = [label, ...signedParameters.map((name) => params[name] ?? null)];
  try {
    approver.confirm?.({ client: client.clientName, details }, textOf(params["confirmation"]) || undefined);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const asked = error.extra["confirmation"] as Confirmation | undefined;
    if (!asked) return errorPage(error.status, error.label, error.message);
    const sent = Object.entries(params).filter(([name]) => name !== "confirmation" && name !== "decision");
    const fields = sent.flatMap(([name, value]) => valuesOf(value).map((one) => [name, one] as const));
    return confirmationPage({
      asked,
      isRepeated: params["confirmation"] !== undefined,
      fields: [...fields, ["confirmation", asked.id]],
      redirectUri: textOf(params["redirect_uri"]),
      pageTicket: approver.pageTicket ?? null,
    });
  }
}

type Params = Readonly<Record<string, unknown>>;

const signedParameters = ["client_id", "redirect_uri", "code_challenge", "state", "resource"] as const;

const isFormField = (name: string): boolean => (formFields as readonly string[]).includes(name);

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const valuesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
