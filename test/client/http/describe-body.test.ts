import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { describeBody } from "../../../provider/client/checked.js";

const numbered = (length: number) => Array.from({ length }, (_, index) => `e${index}`);

test.each<[string, unknown, string]>([
  ["a message", { message: "name is taken" }, "name is taken"],
  ["a detail", { detail: "name is taken", status: 409 }, "name is taken"],
  ["an OAuth error", { error_description: "expired", error: "invalid_token" }, "expired; invalid_token"],
  ["a nested error", { error: { message: "name is taken", code: 7 } }, "name is taken"],
  ["a list of errors", { errors: [{ message: "one" }, { detail: "two" }] }, "one; two"],
  ["a list with empty texts", { errors: ["", "one", ""] }, "one"],
  ["a list of many errors", { errors: numbered(500) }, `${numbered(20).join("; ")}; …`],
  ["a path with more", { path: ["items", 0, { deep: true }, "name"], message: "x" }, "items.0.name: x"],
  ["a list of twenty errors", { errors: numbered(20) }, numbered(20).join("; ")],
  ["a list of many without a text", { errors: Array(25).fill(7) }, ""],
  ["a list of many with one text", { errors: ["one", ...Array(24).fill(7)] }, "one; …"],
  ["a long text among short ones", ["x".repeat(250), ...numbered(4)], `${"x".repeat(250)}; e0; e1; e2; e3`],
  ["a field with errors", { field: "name", errors: ["one", "two"] }, "name: one; two"],
  ["a field without errors", { field: "name", errors: [] }, ""],
  ["unknown keys", { name: "is taken", code: 7, hint: "no" }, "name: is taken; hint: no"],
  ["unknown keys without a text", { a: "", b: "two" }, "b: two"],
  ["a bare list", [{ message: "one" }, "two"], "one; two"],
  ["plain text", "upstream connect error.", "upstream connect error"],
  ["lines of text", "one\r\n\ttwo", "one two"],
  ["a text of 300 characters", "x".repeat(300), "x".repeat(300)],
  ["a longer text", "x".repeat(301), `${"x".repeat(300)}…`],
  ["text with signs", "a < b and c > d", "a < b and c > d"],
  ["a web page", "<html><style>b{}</style><h1>502</h1> Bad Gateway</html>", "502 Bad Gateway"],
  ["a page with a script", "<html><script>let a = 1;</script><p>Bad Gateway</p>", "Bad Gateway"],
  ["a page of lines", " \n<html><style>b{}</style>\n<script>\nlet a;\n</script>502</html>", "502"],
  ["a page of paragraphs", "<p>one</p><p>two</p>", "one two"],
  ["a page with a style between words", "<p>one<style>b{}</style>two</p>", "one two"],
  ["a page without an end", "<p>before</p><script>without an end", "before"],
  ["a page in capitals", "<STYLE>b{}</STYLE>shown<SCRIPT>x</SCRIPT> too", "shown too"],
  ["lists and texts", { problem: ["one", { field: "name", message: "two" }, null, 3] }, "name: two"],
  ["nothing", undefined, ""],
  ["an empty object", {}, ""],
  ["only numbers", { code: 7 }, ""],
])("%s becomes a readable line", (_name, body, line) => {
  expect(describeBody(body)).toBe(line);
});

const wrong = "missing closing )";
const line = `sourceName: ${wrong}`;
const field = "source_name";
const named = { field, message: wrong };
const spelled = (field: string) => (field === "source_name" ? "sourceName" : field);

test.each<[string, unknown, string?]>([
  ["details beside an error", { error: { message: "no" }, details: [named] }],
  ["details by field", { message: "no", details: { source_name: [wrong] } }],
  ["FastAPI", { detail: [{ type: "missing", loc: ["body", "source_name"], msg: wrong, input: {} }] }, line],
  ["RFC 9457", { title: "no", errors: [{ pointer: "#/source_name", detail: wrong }] }],
  ["RFC 7807", { title: "no", "invalid-params": [{ name: "source_name", reason: wrong }] }],
  ["JSON:API", { errors: [{ source: { pointer: "/data/attributes/source_name" }, detail: wrong }] }, line],
  ["JSON:API for a query", { errors: [{ source: { parameter: "source_name" }, title: wrong }] }, line],
  ["a schema validator", { message: "no", errors: [{ instancePath: "/source_name", message: wrong }] }],
  ["flattened zod", { message: "no", fieldErrors: { source_name: [wrong] }, formErrors: [] }],
  ["Django", { source_name: [wrong] }, line],
  ["ASP.NET", { title: "no", errors: { "$.source_name": [wrong] } }],
  ["Spring", { error: "no", path: "/api/v1/mappings", errors: [{ field, defaultMessage: wrong }] }],
  ["Huma", { title: "no", errors: [{ location: "body.source_name", message: wrong, value: "(" }] }],
  ["Google", { error: { message: "no", details: [{ fieldViolations: [{ field, description: wrong }] }] } }],
  ["OpenAI", { error: { message: wrong, type: "invalid", param: "source_name", code: 7 } }, line],
  ["a place that is a path", { error: { path: "/source_name", message: wrong } }, line],
  ["a place of the whole body", { message: "no", errors: [{ pointer: "#", detail: wrong }] }, `no; ${wrong}`],
  ["a place in it", { errors: [{ path: "source_name[0].x", message: wrong }] }, `sourceName.0.x: ${wrong}`],
  ["a place in quotes", [{ path: `$["a"]['b c'][10].d`, message: wrong }], `a.b c.10.d: ${wrong}`],
  ["a message twice", { message: "no", errors: [named, "no"] }],
])("the format of %s keeps the field in the program's spelling", (_form, body, expected = `no; ${line}`) => {
  expect(describeBody(body, [], spelled)).toBe(expected);
});

test("a body with many long messages still names the first fields, and no secret is shown", () => {
  const secret = "sk-canary-0123456789";
  const details = numbered(25).map((field) => ({ field, message: `${secret} ${"is too long ".repeat(40)}` }));
  const all = describeBody({ message: "x".repeat(900), details }, [secret]);
  for (const field of numbered(19)) {
    expect(all).toContain(`${field}: [secret]`);
  }
  expect(all).toMatch(/; …$/);
  expect(all).not.toContain("sk-c");
  expect(all.length).toBeLessThanOrEqual(1000);
});

test("a body of any shape and size becomes one short line", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(5000), (body, repeat) => {
      for (const shape of [body, { errors: [body] }, `${JSON.stringify(body)}\n`.repeat(repeat % 50)]) {
        const line = describeBody(shape);
        expect(line).not.toMatch(/[\r\n\u2028\u2029]/);
        expect(line.length).toBeLessThanOrEqual(1001);
      }
    }),
  );
});

test("masking work is limited by the length of the output, even with 8,000 messages under a long key", () => {
  const secrets = ["sk-canary-0123456789"];
  const looks = vi.spyOn(secrets, "flatMap");
  const body = { ["long ".repeat(5000)]: Array.from({ length: 8000 }, () => "a") };
  expect(describeBody(body, secrets).length).toBeLessThanOrEqual(301);
  expect(looks.mock.calls.length).toBeLessThan(50);
});

test("a secret at the point where a long text is cut is not partly shown", () => {
  const secret = "sk-canary-0123456789";
  for (let at = 260; at < 310; at++) {
    expect(describeBody(`${"x".repeat(at)}${secret} is wrong`, [secret])).not.toContain("sk-c");
  }
});

test.each([
  [16_384, ["message"]],
  [16_383, ["message", "detail"]],
])("reading of a body stops after 16 KB of text: %i characters", (length, expected) => {
  const read: string[] = [];
  const watch = (name: string, value: unknown) => ({
    get [name]() {
      read.push(name);
      return value;
    },
  });
  describeBody([watch("message", "x".repeat(length)), watch("detail", { message: "never told" })]);
  expect(read).toEqual(expected);
  describeBody({ first: "x".repeat(length - "first".length), second: watch("nested", 7) });
  expect(read.includes("nested")).toBe(read.includes("detail"));
});
