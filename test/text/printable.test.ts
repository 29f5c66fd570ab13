import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { systemTerminal } from "../../cli/terminal.js";
import { checked, describeBody } from "../../provider/client/checked.js";
import { RequestError } from "../../provider/client/exchange.js";
import { systemIo } from "../../provider/io/io.js";
import { printable } from "../../provider/text/words.js";
import { reply } from "../client/support/reply.ts";
import { testSettings } from "../client/support/settings.ts";

const hostile =
  "\u001b[2J\u001b[31mred\u001b]0;title\u0007\u001b]8;;https://evil.test\u001b\\link\u009b1A\r\nerror: all is lost\u202e";

const orders = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

test("a line has nothing in it that a terminal would act on, and keeps its words", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0x20ff)), (units) => {
      expect(printable(String.fromCharCode(...units))).not.toMatch(orders);
    }),
  );
  expect(printable(hostile).replace(/ +/g, " ")).toBe(" red link 1A error: all is lost ");
  expect(printable("Ünï – 漢字 🙂 [1m")).toBe("Ünï – 漢字 🙂 [1m");
});

test("what the gateway says reaches no terminal as it is: its text, its request id, a path with its ids", async () => {
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

test("lines for people are printed without what a terminal would act on", () => {
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

test("a page of brackets that never close, or of scripts that never end, is read to its end", () => {
  for (const unit of ["<", "<script>", "</", "<style", "<!", " <a", "&#", "\\u", "%"]) {
    const line = describeBody(`<p>${unit.repeat(200_000)}`, ["sk-upstream-1"]);
    expect(line.length).toBeLessThanOrEqual(301);
  }
});
