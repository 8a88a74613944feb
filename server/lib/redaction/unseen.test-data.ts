import { seededFill } from "./seeded.test-data.ts";

const fill = seededFill(99);
const planted = (
  kind: string,
  text: string,
  secret: string,
): { kind: string; text: string; secret: string } => ({
  kind,
  secret,
  text: text.replace("%s", () => secret),
});
const uuid = () => [8, 4, 4, 4, 12].map((length) => fill("hex", length)).join("-");

/**
 * Written after the rules and never used to tune them: how secrets come in files and outputs agents read.
 * The test that counts them holds the measured recall; it is the honest figure.
 */
export const unseen = [
  planted("npmrc", "//registry.example.org/:_authToken=%s", uuid()),
  planted("npmrc basic", "//registry.example.org/:_auth=%s", `${fill("base64", 31)}=`),
  planted(
    "docker config",
    '{"auths":{"https://index.example.org/v1/":{"auth":"%s"}}}',
    `${fill("base64", 38)}==`,
  ),
  planted(
    "kubeconfig key",
    "    client-key-data: %s",
    `LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQo${fill("base64", 400)}=`,
  ),
  planted("kubernetes secret", "data:\n  password: %s", `${fill("base64", 27)}=`),
  planted("twilio env", "TWILIO_AUTH_TOKEN=%s", fill("hex", 32)),
  planted("mailgun key", "api:key-%s", fill("hex", 32)),
  planted("cloudflare env", "export CF_API_TOKEN=%s", fill("word", 40)),
  planted("heroku env", "HEROKU_API_KEY=%s", uuid()),
  planted("curl user", "curl -u admin:%s https://example.org", fill("alnum", 18)),
  planted("mysql flag", "mysql -uroot -p%s app", fill("alnum", 18)),
  planted(
    "azure sas",
    "https://x.blob.core.example.org/c?sv=2024-01-01&sig=%s",
    `${fill("alnum", 40)}%2B${fill("alnum", 3)}%3D`,
  ),
  planted("aws session env", "export AWS_SESSION_TOKEN=%s", `IQoJb3JpZ2luX2Vj${fill("base64", 300)}==`),
  planted("presigned url", "https://b.example.org/k?X-Amz-Signature=%s", fill("hex", 64)),
  planted("git credentials", "https://octocat:%s@github.com", `gho_${fill("alnum", 36)}`),
  planted("google refresh token", '{"refresh_token": "%s"}', `1//0g${fill("word", 98)}`),
  planted("cookie header", "Cookie: session=%s; theme=dark", fill("base64", 64)),
  planted(
    "express session",
    "set-cookie: connect.sid=%s; Path=/",
    `s%3A${fill("word", 32)}.${fill("alnum", 43)}`,
  ),
  planted("terraform", 'secret_key = "%s"', fill("base64", 40)),
  planted("django", "SECRET_KEY = 'django-insecure-%s'", `${fill("lower", 12)}#1$(${fill("lower", 20)}`),
  planted("rails", "  secret_key_base: %s", fill("hex", 128)),
  planted(
    "claude credentials",
    '{"claudeAiOauth":{"accessToken":"%s","expiresAt":1}}',
    `sk-ant-oat01-${fill("word", 95)}`,
  ),
  planted(
    "codex auth",
    '{"tokens":{"id_token":"%s"}}',
    `eyJhbGciOiJSUzI1NiJ9.eyJ${fill("word", 300)}.${fill("word", 340)}`,
  ),
  planted("codex account refresh", '{"refresh_token":"%s"}', `rt_${fill("alnum", 43)}.${fill("alnum", 43)}`),
  planted(
    "service account",
    '"private_key": "-----BEGIN PRIVATE KEY-----\\n%s',
    `${fill("base64", 64)}\\n${fill("base64", 64)}\\n-----END PRIVATE KEY-----\\n"`,
  ),
  planted("netrc", "machine example.org login me password %s", fill("alnum", 20)),
  planted("pgpass", "db.local:5432:app:me:%s", fill("alnum", 20)),
  planted("jdbc", "jdbc:postgresql://h/db?user=u&password=%s", fill("alnum", 16)),
  planted("ado", "Server=db;User Id=sa;Password=%s;Encrypt=true", `P@ss${fill("alnum", 14)}`),
  planted("vault login", "token                %s", `hvs.CAESI${fill("word", 86)}`),
  planted("yaml header", "  Authorization: Bearer %s", fill("hex", 40)),
  planted("proxy", "http_proxy=http://corp:%s@proxy:3128", fill("alnum", 10)),
  planted("slack browser cookie", "d=%s", `xoxd-${fill("alnum", 60)}%2B${fill("alnum", 40)}%3D`),
  planted("mistral env", "MISTRAL_API_KEY=%s", fill("alnum", 32)),
  planted("deepseek", "key %s", `sk-${fill("hex", 32)}`),
  planted("prose", "the password is %s, keep it", fill("alnum", 20)),
  planted("otp", "otpauth://totp/me?secret=%s&issuer=x", fill("upper", 32)),
  planted("slack signing", "SLACK_SIGNING_SECRET=%s", fill("hex", 32)),
  planted("datadog header", "DD-API-KEY: %s", fill("hex", 32)),
  planted("positional arguments", 'new Client("eu-west-1", "%s")', fill("base64", 40)),
  planted("password with signs", "export DB_PASS='%s'", `x!${fill("alnum", 6)}#${fill("alnum", 5)}^z9%`),
  planted("powershell", '$env:API_KEY = "%s"', fill("alnum", 32)),
  planted("fish", "set -x API_TOKEN %s", fill("alnum", 32)),
  planted("dockerfile", "ENV API_TOKEN %s", fill("alnum", 32)),
  planted(
    "telegram url",
    "https://api.telegram.org/bot%s/getMe",
    `${fill("digit", 10)}:AA${fill("word", 33)}`,
  ),
  planted("flag with equals", "tool --password=%s run", fill("alnum", 16)),
  planted("maven settings", "<password>%s</password>", fill("alnum", 20)),
  planted("spring properties", "spring.datasource.password=%s", fill("alnum", 20)),
  planted("generic key env", "WEATHER_KEY=%s", fill("hex", 32)),
  planted("toml", 'api_token = "%s"', fill("word", 43)),
  planted("javascript object", "{ clientId: 'web', clientSecret: '%s' }", fill("word", 40)),
  planted("go struct", 'APIKey: "%s",', fill("alnum", 39)),
  planted("header object", '{"headers":{"X-Auth-Token":"%s"}}', fill("hex", 32)),
  planted("websocket url", "wss://stream.example.org/?token=%s", fill("alnum", 40)),
  planted("redis-cli", "redis-cli -a %s ping", fill("alnum", 24)),
  planted("htpasswd", "me:$apr1$%s", `${fill("alnum", 8)}$${fill("alnum", 22)}`),
  planted("stripe restricted", "stripe listen --api-key %s", `rk_test_${fill("alnum", 99)}`),
  planted(
    "ssh public comment then key",
    "-----BEGIN OPENSSH PRIVATE KEY-----\n%s",
    `${fill("base64", 70)}\n${fill("base64", 70)}\n${fill("base64", 28)}=\n-----END`,
  ),
  planted("numbered env file", "     3→OPENAI_API_KEY=%s", `sk-proj-${fill("word", 120)}`),
  planted("grep output", ".env:12:JWT_SECRET=%s", fill("alnum", 48)),
];
