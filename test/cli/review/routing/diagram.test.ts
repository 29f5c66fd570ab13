import fc from "fast-check";
import { expect, test } from "vitest";
import { diagram } from "../../../../cli/review/routing/diagram.js";
import { routing } from "../../../../cli/review/routing/routing.js";
import { hostileText } from "../markdown/hostile-text.ts";
import { mapping, model, setup } from "./support.js";

const models = [model("openai/gpt-4.1"), model("openai/small")];
const workspaces = { w: "Support" };

function drawn(incoming: string, workspace = "Support", gone = false): string {
  const before = setup(models, [mapping("chat", incoming, "openai/gpt-4.1")]);
  const after = setup(gone ? [] : models, [mapping("chat", incoming, "openai/small")]);
  return diagram({ ...routing(before, after), workspaces: { w: workspace } });
}

test("what moves is drawn dashed to where it ended and solid to where it ends; what stays is not drawn", () => {
  const before = setup(models, [
    mapping("chat", "chat", "openai/gpt-4.1"),
    mapping("older", "gpt-*", "openai/small", { isPattern: true }),
  ]);
  const after = setup(
    [models[0], model("openai/tiny")].filter((each) => each !== undefined),
    [
      mapping("chat", "chat", "openai/tiny"),
      mapping("older", "gpt-*", "openai/small", { isPattern: true }),
      mapping("new", "new", "other/x"),
    ],
  );
  expect(diagram({ ...routing(before, after), workspaces })).toBe(
    [
      "flowchart LR",
      '  subgraph w0 ["Support"]',
      '    w0n0["chat"]',
      '    w0m0("openai/gpt-4#46;1")',
      '    w0m1("openai/tiny")',
      '    w0n1["openai/small"]',
      '    w0m2("openai/small")',
      '    w0m3("nowhere#58; no openai/small"):::gone',
      '    w0n2{{"gpt#45;#42;"}}',
      '    w0n3["new"]',
      '    w0m4("other/x")',
      "    w0n0 -. before .-> w0m0",
      "    w0n0 --> w0m1",
      "    w0n1 -. before .-> w0m2",
      "    w0n1 --> w0m3",
      "    w0n2 -. before .-> w0m2",
      "    w0n2 --> w0m3",
      "    w0n3 --> w0m4",
      "  end",
      "  classDef gone stroke-dasharray: 4 4",
      "",
    ].join("\n"),
  );
});

test("where nothing moves, nothing is drawn", () => {
  const same = setup(models, [mapping("chat", "chat", "openai/small")]);
  expect(diagram({ ...routing(same, same), workspaces })).toBe("");
});

const text = String.raw`"(?:[\p{L}\p{N} ,…/-]|#\d+;)+"`;
const id = String.raw`w\d+[mn]\d+`;
const shapes = [
  "flowchart LR",
  String.raw`  subgraph w\d+ \[${text}\]`,
  String.raw`    ${id}(?:\[${text}\]|\(${text}\)(?::::gone)?|\{\{${text}\}\})`,
  `    ${id} (?:-\\. before \\.->|-->) ${id}`,
  "  end",
  String.raw`  more\["and \d+ more"\]`,
  "  classDef gone stroke-dasharray: 4 4",
  "",
];
const line = new RegExp(`^(?:${shapes.map((shape) => `(?:${shape})`).join("|")})$`, "u");

test("no text of an object can be anything but a label", () => {
  const ofMermaid = fc.constantFrom("#quot;", "end", "%%{init:{}}%%", "click w0n0 href", "ﬂ°°60¶ß");
  const hostile = fc
    .array(fc.oneof(hostileText, ofMermaid), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(hostile, hostile, (incoming, workspace) => {
      for (const each of drawn(incoming, workspace, true).split("\n")) {
        expect(each).toMatch(line);
      }
    }),
    { numRuns: 100 },
  );
});

test("a long drawing is cut, and says how much is left out", () => {
  const many = (target: string) =>
    setup(
      models,
      Array.from({ length: 500 }, (_, at) => mapping(`m${at}`, "😀".repeat(at + 1), target)),
    );
  const drawing = diagram({ ...routing(many("openai/gpt-4.1"), many("openai/small")), workspaces });
  expect(drawing).toContain('more["and 480 more"]');
  expect(drawing.length).toBeLessThan(15_000);
});
