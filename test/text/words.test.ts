import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { systemTerminal } from "../../cli/terminal.js";
import { checked } from "../../provider/client/checked.js";
import { RequestError } from "../../provider/client/exchange.js";
import { systemIo } from "../../provider/io/io.js";
import { hasUser, isReadAsWritten } from "../../provider/text/address.js";
import { defined } from "../../provider/text/json.js";
import { isInRange } from "../../provider/text/version-range.js";
import { closestName, printable } from "../../provider/text/words.js";
import { reply, testSettings } from "../client/support/reply.ts";

const names = ["baseUrl", "accessToken", "clientSecret", "apiVersion", "adopt", "TLSCert"];

test.each([
  ["baseURL", "baseUrl"],
  ["base_url", "baseUrl"],
  ["acessToken", "accessToken"],
  ["accesstokn", "accessToken"],
  ["token", "accessToken"],
  ["version", "apiVersion"],
  ["cert", "TLSCert"],
])("the name closest to %s is %s", (written, meant) => {
  expect(closestName(written, names)).toBe(meant);
});

test.each([
  "colour",
  "x",
  "",
  "sToken",
  "dopt-in",
  "region",
  "x".repeat(1_000_000),
  "baseUrl".repeat(100_000),
])("no name is close to %j", (written) => {
  expect(closestName(written, names)).toBeUndefined();
});

test.each([
  ["東京支店", "大阪支社"],
  ["---", "***"],
  ["कि", "कु"],
])("no name is close to %s if the only candidate is %s", (written, other) => {
  expect(closestName(written, [other])).toBeUndefined();
});

test("a misspelled name in another alphabet is close to the right one", () => {
  expect(closestName("каталоги", ["отчёт", "каталог"])).toBe("каталог");
});

const hostile =
  "\u001b[2J\u001b[31mred\u001b]0;title\u0007\u001b]8;;https://evil.test\u001b\\link\u009b1A\r\nerror: all is lost\u202e";

const orders = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

test("a printable line has no terminal control characters, and keeps its words", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0x20ff)), (units) => {
      expect(printable(String.fromCharCode(...units))).not.toMatch(orders);
    }),
  );
  expect(printable(hostile).replace(/ +/g, " ")).toBe(" red link 1A error: all is lost ");
  expect(printable("Ünï – 漢字 🙂 [1m")).toBe("Ünï – 漢字 🙂 [1m");
});

test("control characters in the gateway's text, request id, or path do not reach the terminal", async () => {
  const send = checked(
    async () => reply(500, { message: hostile }, { "x-request-id": hostile }),
    testSettings(),
    async () => "",
  );
  const shown = await send({ method: "GET", path: `/models/${hostile}` }).then(() => "it passed", String);
  expect(shown).not.toMatch(orders);
  expect(shown).toContain("all is lost");
  const failure = { method: "GET", path: "/", outcome: "rejected", said: hostile, remedy: hostile } as const;
  expect(new RequestError(failure).message).not.toMatch(orders);
});

test("warnings, progress, and notes are printed without control characters", () => {
  const printed = (["warn", "log"] as const).map((name) => vi.spyOn(console, name).mockReturnValue());
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  systemIo.warn(hostile);
  systemIo.progress(hostile);
  systemTerminal(process).note(`first\n${hostile.replace("\r\n", " ")}`);
  const lines = [...printed, written].flatMap((spy) => spy.mock.calls.map(([line]) => String(line)));
  vi.restoreAllMocks();
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line.replace(/\n/g, "")).not.toMatch(orders);
  }
});

test.each([
  ["22.19.0", ">=22.19", true],
  ["v24.0.1", ">=22.19", true],
  ["22.18.9", ">=22.19", false],
  ["3.216.0", "^3.216.0", true],
  ["3.300.1", "^3.216.0", true],
  ["3.215.9", "^3.216.0", false],
  ["4.0.0", "^3.216.0", false],
  ["nonsense", ">=1.0.0", false],
])("version %s in range %s: %s", (version, range, isIn) => {
  expect(isInRange(version, range)).toBe(isIn);
});

const name: string | undefined = process.env.NOT_SET;

test("undefined properties are omitted, and all other values keep their order", () => {
  const values = { zero: 0, none: null, off: false, empty: "", not: Number.NaN, list: [undefined] };
  expect(Object.entries(defined({ name, ...values, size: undefined }))).toEqual(Object.entries(values));
});

test.each([
  "https://api.openai.com/v1",
  "HTTPS://API.openai.com:443",
  "localhost:8080/v1",
  "http://[::1]:8080/",
  "https://xn--nlaut-0ra.de",
  "https://user:secret@gateway.example/",
  " https://gateway.example/a b\n",
  "https://gateway.example?to=\\@evil.example",
  "https://gateway.example./",
])("the host of %j is the one that a reader sees", (address) => {
  expect(isReadAsWritten(address)).toBe(true);
});

test.each([
  "https://api.openai.com\\@evil.example.org/v1",
  "https://api.openai.com\\.evil.example/",
  "https:\\\\evil.example/",
  "api.openai.com\\@evil.example",
  "https://%61pi.openai.com",
  "https://api.openai.com%2eevil.example",
  "https:///evil.example/v1",
  "https:evil.example",
  "https://",
  "",
  "ftp://gateway.example",
  "file:///etc/passwd",
  "https://127.1/",
  "https://0x7f.0.0.1/",
  "https://ünlaut.de",
  "https://ａpi.openai.com",
  "https://api.openai.com。evil.example/",
  "https://api.open\nai.com",
  "ht\ntps://api.openai.com",
  "https://api.openai.com@evil@example.org/",
  "https://gateway.example:99999/",
  "https://[0:0:0:0:0:0:0:1]/",
])("%j is refused because its host is disguised or it is not a web address", (address) => {
  expect(isReadAsWritten(address)).toBe(false);
});

test.each([
  ["https://user:secret@gateway.example/", true],
  ["https://api.openai.com@evil.example/v1", true],
  ["HTTP://:secret@gateway.example", true],
  [" user@gateway.example/v1", true],
  ["https://gateway.example/@user", false],
  ["https://gateway.example?to=user@example.com", false],
  ["gateway.example/#user@example.com", false],
  ["http://[::1]:8080/", false],
])("%j has a user name or a password: %s", (address, expected) => {
  expect(hasUser(address)).toBe(expected);
});
