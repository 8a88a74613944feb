import { seededFill } from "./seeded.test-data.ts";

/** A place where people write credentials, `%s`, and how a random one is made. */
interface CredentialPlace {
  place: string;
  text: string;
  random: (fill: ReturnType<typeof seededFill>) => string;
}

type Alphabet = Parameters<ReturnType<typeof seededFill>>[0];

const of =
  (alphabet: Alphabet, length: number): CredentialPlace["random"] =>
  (fill) =>
    fill(alphabet, length);
const userAndPassword: CredentialPlace["random"] = (fill) =>
  Buffer.from(`${fill("lower", 5)}:${fill("alnum", 12)}`).toString("base64");

/** One place of every rule that judges what a value looks like, with the shapes that values have there. */
export const credentialPlaces: CredentialPlace[] = [
  { place: "basic header", text: "Authorization: Basic %s", random: userAndPassword },
  { place: "short basic header", text: "Authorization: Basic %s", random: of("base64", 8) },
  { place: "basic header in curl", text: "curl -H 'authorization: Basic %s' x", random: of("base64", 24) },
  { place: "bearer header", text: "Authorization: Bearer %s", random: of("alnum", 20) },
  { place: "bearer header of letters", text: "Authorization: Bearer %s", random: of("lower", 16) },
  { place: "token header", text: '"Authorization": "token %s"', random: of("word", 24) },
  { place: "proxy header", text: "Proxy-Authorization: Basic %s", random: userAndPassword },
  { place: "key header", text: "X-API-Key: %s", random: of("alnum", 16) },
  { place: "key header in JSON", text: '{"headers":{"x-api-key":"%s"}}', random: of("lower", 20) },
  { place: "registry's sign-in", text: '{"auth":"%s"}', random: userAndPassword },
  { place: "environment file", text: "SERVICE_API_KEY=%s", random: of("alnum", 16) },
  { place: "environment file in capitals", text: "TOTP_SECRET=%s", random: of("upper", 16) },
  { place: "assignment", text: 'const apiKey = "%s";', random: of("alnum", 16) },
  { place: "assignment of letters and signs", text: 'client_secret: "%s"', random: of("word", 20) },
  { place: "assignment without quotes", text: "access_token=%s", random: of("alnum", 20) },
  { place: "JSON", text: '{"refresh_token":"%s"}', random: of("base64", 32) },
  {
    place: "password in four groups",
    text: '{"password":"%s"}',
    random: (fill) => Array.from({ length: 4 }, () => fill("lower", 4)).join("-"),
  },
  { place: "flag", text: "deploy --api-token %s --dry-run", random: of("alnum", 20) },
  { place: "address with a token", text: "https://%s@example.org/x.git", random: of("alnum", 24) },
  { place: "address with a password", text: "https://me:%s@example.org/x.git", random: of("alnum", 12) },
  { place: "database address", text: "postgres://app:%s@db.local/app", random: of("lower", 10) },
  { place: "sentence", text: "sent Bearer %s to it", random: of("word", 24) },
];

/** So many lines of that place, each with another credential. */
export function credentialLines(place: CredentialPlace, count: number): { line: string; secret: string }[] {
  const fill = seededFill(20_261_129);
  return Array.from({ length: count }, () => {
    const secret = place.random(fill);
    return { secret, line: place.text.replace("%s", () => secret) };
  });
}
