import { chmod, readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { ref } from "./support/declaration.ts";
import { life, up } from "./support/life.ts";
import { mapping, model, prompt, provider, team } from "./support/objects.ts";
import { fails, ok } from "./support/outcome.ts";

const root = path.join(import.meta.dirname, "../..");
const secret = "sk-policy-secret";

/** A setup with one fault for each rule; the key is a secret, and has to stay one. */
const gpt = { priority: 5, targetModel: ref("gpt", "gatewayName") };
const faulty = [
  team,
  provider("upstream", { baseUrl: "http://upstream.example/v1", apiKey: secret }),
  model("gpt", "upstream", { name: "gpt-4", inputCost: 0, outputCost: 0 }),
  prompt("tone", { isGlobal: true }),
  prompt("copy", { isGlobal: true }),
  mapping("wrong", { sourceName: "chat", priority: 1, targetModel: "gpt-4" }),
  mapping("both", { ...gpt, sourceName: "x-y", priority: 9 }),
  mapping("first", { ...gpt, sourceName: "x-.*", isPattern: true }),
  mapping("second", { ...gpt, sourceName: ".*-y", isPattern: true, targetModel: "elsewhere/y" }),
  mapping("all", { ...gpt, sourceName: ".*", priority: 50, isPattern: true }),
  mapping("late", { ...gpt, sourceName: "gpt-.*", priority: 60, isPattern: true }),
];

const w = life({ objects: faulty }, () => linkedPack());

/** The published pack as a program of its own, because the language host that is built here starts no packs. */
async function linkedPack(): Promise<void> {
  const pack = path.join(w.project.directory, "pack");
  const published = path.join(root, "cli/policy");
  for (const file of ["PulumiPolicy.yaml", "package.json"]) {
    await w.project.write(`pack/policy/${file}`, await readFile(path.join(published, file), "utf8"));
  }
  await symlink(path.join(root, "cli/dist"), path.join(pack, "dist"));
  await symlink(path.join(root, "node_modules"), path.join(pack, "policy/node_modules"));
  const start =
    '#!/bin/sh\ncd "$(dirname "$0")"\nexec node node_modules/@pulumi/pulumi/cmd/run-policy-pack "$1" .\n';
  await w.project.write("pack/policy/start", start);
  await chmod(path.join(pack, "policy/start"), 0o755);
}

function withPack(...args: readonly string[]) {
  return { args: ["--policy-pack", "pack/policy/start", ...args] };
}

/** The rules that a run reports, as `level rule logical-name`. */
function reported(output: string): string[] {
  return [...output.matchAll(/- \[(\w+)\] {2}([\w-]+) {2}\(\S+ (\S+)\)/g)].map((found) =>
    found.slice(1).join(" "),
  );
}

const known = [
  "advisory global-prompts-doubled tone",
  "advisory model-without-cost gpt",
  "advisory pattern-shadowed both",
  "advisory pattern-shadowed late",
  "advisory priority-tie first",
  "advisory provider-over-http upstream",
  "advisory workspace-without-budget team",
];

test("a preview of a new stack reports its problems, and is not blocked by unknown values", async () => {
  expect(reported(await ok(w.project.preview(withPack()))).toSorted()).toEqual(known);
});

test("once gateway names are known, a mapping to no model is reported too, and no secret is shown", async () => {
  await up(w);
  const output = await ok(w.project.preview(withPack()));
  expect(reported(output).toSorted()).toEqual([...known, "advisory route-ends-nowhere wrong"].toSorted());
  expect(output).toContain(
    "`gpt-4`, which is the name of a model, not its gateway name. Use `upstream/gpt-4`.",
  );
  expect(output).not.toContain(secret);
});

test("the pack's configuration can make a rule stop the preview, or disable a rule", async () => {
  const levels = { "route-ends-nowhere": "mandatory", "pattern-shadowed": "disabled" };
  await w.project.write("pack/strict.json", JSON.stringify(levels));
  const found = reported(
    await fails(w.project.preview(withPack("--policy-pack-config", "pack/strict.json"))),
  );
  expect(found).toContain("mandatory route-ends-nowhere wrong");
  expect(found.filter((line) => line.includes("pattern-shadowed"))).toEqual([]);
});
