import { Readable } from "node:stream";
import fc from "fast-check";
import type { request as send } from "undici";
import { expect, test, vi } from "vitest";
import { Client } from "../../provider/client/client.js";
import { readSettings } from "../../provider/client/settings.js";
import { VirtualIo } from "../client/support/virtual-io.ts";
import { outcome, plainLine } from "./support/clear.ts";
import { fuzz } from "./support/fuzz.ts";
import { nastyText } from "./support/nasty.ts";

interface Sent {
  readonly url: URL;
  readonly text: string;
}

const { wire } = vi.hoisted(() => ({ wire: { sent: [] as Sent[], total: 0 } }));

// Nothing leaves the process here: the addresses are those of anybody. What would be sent is written down instead.
vi.mock("undici", () => ({
  Agent: class {},
  EnvHttpProxyAgent: class {},
  request: async (address: string, { headers, body }: NonNullable<Parameters<typeof send>[1]>) => {
    const url = new URL(address);
    wire.sent.push({ url, text: `${JSON.stringify(headers)} ${body}` });
    wire.total++;
    const answer = String(body).startsWith("grant_type=")
      ? { access_token: token, token_type: "bearer", expires_in: 3600 }
      : { data: [], total: 0 };
    const contentType = { "content-type": "application/json" };
    return {
      statusCode: 200,
      headers: contentType,
      body: Readable.from([Buffer.from(JSON.stringify(answer))]),
    };
  },
}));

const token = "canary-token-0123456789";
const secret = "canary-secret-9876543210";

const part = (sound: string, odd: readonly string[]) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(sound) }, { weight: 3, arbitrary: fc.constantFrom(...odd) });

const schemes = ["http://", "HTTPS://", "ftp://", "javascript:", "file://", "data:", "ws://"];
const illSchemes = ["https:", "https:\\\\", "https:///", "//", " https://", "h\ttps://"];
const people = ["user@", "user:canary-password@", "gateway.example@", "@", "a%40b@", "127.0.0.1\\@"];
const loopbacks = ["127.0.0.1", "localhost", "localhost.", "[::1]", "[::ffff:127.0.0.1]", "127.1"];
const numbers = ["0x7f000001", "2130706433", "127.0.0.999", "[fe80::1%25eth0]", "[::1"];
const evil = ["127.0.0.1.evil.example", "localhost.evil.example", "evil\u0000.example"];
const evilEnds = ["#", "?", "/", "%2f", "\\"].map((end) => `evil.example${end}`);
const international = ["gate\u00adway.example", "g\u00e4teway.example", "\uff4cocalhost", "xn--a"];
const noHosts = ["", ".", "..", "a b"];
const ports = [":443", ":80", ":0", ":65536", ":-1", ":x", ":", ":0x50"];
const ways = ["/..", "/%2e%2e", "/a/../..", "//", "/;x", "/@evil.example", "\\evil.example"];
const illWays = ["/\u202e", "/%", "/\ud800", "/?x=", "/#"];
const ends = ["/", "///", "?x", "#x", "%2f", "\n", " "].map((end) => `/api/v1${end}`);

const parts = [
  part("https://", [...schemes, ...illSchemes]),
  part("", people),
  part("gateway.example", [loopbacks, numbers, evil, evilEnds, international, noHosts].flat()),
  part("", ports),
  part("", [...ways, ...illWays]),
  part("/api/v1", [...ends, "/API/V1", "/token", ""]),
];

const address = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(...parts).map((texts) => texts.join("")) },
  { weight: 1, arbitrary: nastyText },
);

const sound = "https://gateway.example/api/v1";

fuzz(
  "an address of any form is refused in one line, or gets its own requests and credentials alone",
  fc.record({
    baseUrl: fc.oneof(address, fc.constant(sound)),
    tokenUrl: fc.oneof(address, fc.constant("https://login.example/token")),
    isApp: fc.boolean(),
    allowHttp: fc.constantFrom("true", "false"),
    appAuth: fc.constantFrom("basic", "body"),
  }),
  400,
  async ({ isApp, tokenUrl, ...values }) => {
    wire.sent = [];
    const app = { clientId: "app", clientSecret: secret, tokenUrl };
    const given: Record<string, string> = { ...values, ...(isApp ? app : { accessToken: token }) };
    const config = (key: string) => given[key.replace("workspace-gateway:", "")];
    const message = await outcome(async () => {
      const settings = readSettings({ env: {}, config }, undefined);
      await new Client(settings, new VirtualIo()).rows({ method: "GET", path: "/prompts" });
    });
    if (message !== undefined) {
      plainLine(message);
      expect(message).not.toMatch(new RegExp(`${token}|${secret}|canary-password`));
    }
    for (const { url, text } of wire.sent) {
      expect(url.username + url.password).toBe("");
      expect(url.protocol === "https:" || values.allowHttp === "true" || isLoopback(url)).toBe(true);
      const own = text.includes("grant_type=") ? tokenUrl : values.baseUrl;
      expect(url.origin).toBe(new URL(own).origin);
      expect(text.includes(Buffer.from(`app:${secret}`).toString("base64")) || text.includes(secret)).toBe(
        text.includes("grant_type="),
      );
      if (!text.includes("grant_type=")) expect(url.pathname).toMatch(/\/api\/v1\/prompts$/);
    }
  },
);

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

test("some addresses are accepted, and requests are sent to them", () => {
  expect(wire.total).toBeGreaterThan(20);
});
