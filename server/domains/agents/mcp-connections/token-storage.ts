import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/client";
import type { SecretStore } from "../../../lib/secret-store/index.ts";

/** The secret part of a sign-in. */
export interface SignInSecrets {
  client: OAuthClientInformationMixed;
  tokens: OAuthTokens;
}

export type TokenStorage = ReturnType<typeof tokenStorage>;

/** The tokens and client secrets of sign-ins, by the id of the connection. */
export function tokenStorage(secrets: Pick<SecretStore, "read" | "write" | "remove">) {
  const name = (id: number): string => `mcp/${id}`;
  return {
    read(id: number): SignInSecrets | null {
      const text = secrets.read(name(id));
      return text === null ? null : (JSON.parse(text) as SignInSecrets);
    },
    write: (id: number, value: SignInSecrets): void => secrets.write(name(id), JSON.stringify(value)),
    remove: (id: number): void => secrets.remove(name(id)),
  };
}

/** The values that must appear nowhere. */
export function secretsOf({ client, tokens }: SignInSecrets): { name: string; value: string }[] {
  const values = [tokens.access_token, tokens.refresh_token, client.client_secret];
  return values.flatMap((value) => (value ? [{ name: "MCP_TOKEN", value }] : []));
}
