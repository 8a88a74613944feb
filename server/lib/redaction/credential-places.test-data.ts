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

const withSigns: CredentialPlace["random"] = (fill) =>
  `${fill("alnum", 5)}$${fill("lower", 4)}&(${fill("alnum", 5)}!`;

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
  {
    place: "basic header as code",
    text: 'headers.set("Authorization", "Basic %s")',
    random: userAndPassword,
  },
  {
    place: "basic header in an archive of requests",
    text: '{"name":"Authorization","value":"Basic %s"}',
    random: userAndPassword,
  },
  { place: "basic header in a list", text: '["Authorization","Basic %s"]', random: userAndPassword },
  { place: "basic header put together", text: 'auth = "Basic " + "%s"', random: userAndPassword },
  { place: "basic header in an address", text: "?Authorization=Basic%20%s", random: userAndPassword },
  { place: "basic header over two lines", text: "Authorization: Basic\n %s", random: userAndPassword },
  { place: "basic header in a sentence", text: "I sent Basic %s to it", random: userAndPassword },
  { place: "header without a scheme", text: "Authorization: %s", random: of("alnum", 24) },
  { place: "header of another scheme", text: "Authorization: Key %s", random: of("alnum", 24) },
  { place: "cookie", text: "Cookie: theme=dark; sid=%s", random: of("alnum", 24) },
  { place: "cookie that is set", text: "Set-Cookie: sid=%s; Path=/; HttpOnly", random: of("hex", 32) },
  { place: "password for curl", text: "curl -s -u admin:%s https://example.org", random: of("alnum", 10) },
  {
    place: "password for curl beside quotes, of a user with an address",
    text: 'curl "https://x.test?a=1&b=2" -u me@corp.test:%s',
    random: of("alnum", 10),
  },
  {
    place: "password for curl on its second line",
    text: "curl -X POST \\\n  -u admin:%s https://x.test",
    random: of("alnum", 10),
  },
  {
    place: "netrc file",
    text: "machine example.org login me password %s",
    random: of("alnum", 12),
  },
  { place: "short password of a variable", text: "POSTGRES_PASSWORD=%s", random: of("alnum", 12) },
  { place: "password with signs of a variable", text: "DB_PASSWORD='%s'", random: withSigns },
  { place: "short password in JSON", text: '{"password":"%s"}', random: of("alnum", 12) },
  { place: "password with signs in JSON", text: '{"password":"%s"}', random: withSigns },
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
