import { expect, test } from "vitest";
import { quietViolations } from "../../../cli/apply/run-plan.js";

function shown(lines: readonly string[]): string[] {
  const out: string[] = [];
  const show = quietViolations((line) => void out.push(line));
  lines.forEach(show);
  return out;
}

test("an up without a violated plan is shown as it is", () => {
  const lines = ["Updating (test):", " ~  Model gpt updated", "  anything", "Duration: 3s"];
  expect(shown(lines)).toEqual(lines);
});

test.each([
  ["dynamic", "pulumi-nodejs:dynamic/workspace-gateway"],
  ["native", "workspace-gateway:index"],
])(
  "of a violated plan the resource is shown, but no line of a planned secret; then how far it came: %s",
  (_, types) => {
    const urn = "urn:pulumi:test::e2e::pulumi:providers:pulumi-nodejs::default";
    const done = ` ~  ${types}:Model gpt updated (0.01s) [diff: ~displayName]`;
    const said = shown([
      "Updating (test):",
      `    pulumi:providers:pulumi-nodejs default  error: resource ${urn} violates plan: properties changed: ~~e2e:key[{&{{-----BEGIN KEY`,
      "SEKRET-1",
      "    SEKRET-2",
      " ~  SEKRET-3",
      "-----END KEY}}}!={&{{[secret]}}}]",
      done,
      "Resources:",
      "    ~ 1 updated",
      "    3 unchanged",
      "",
      "Duration: 3s",
    ]);
    expect(said.join("\n")).not.toMatch(/SEKRET|KEY/);
    expect(said).toContain(
      `    pulumi:providers:pulumi-nodejs default  error: resource ${urn} violates plan (what differs is not shown: secrets of the plan may be in it)`,
    );
    expect(said.slice(-5)).toEqual([
      done,
      "Resources:",
      "    ~ 1 updated",
      "    3 unchanged",
      "Duration: 3s",
    ]);
  },
);
