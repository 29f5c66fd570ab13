import { readdir, readFile, truncate } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { made } from "./support/contents.ts";
import { everything } from "./support/everything.ts";
import { killAt } from "./support/kill.ts";
import { hasNoChanges, life, up } from "./support/life.ts";
import { ok } from "./support/outcome.ts";
import { runRecover } from "./support/recover-command.ts";

type Entry = Record<string, unknown> & { readonly urn: string; readonly id?: string };

// In each layer an invitation and a key are lost, too: nobody can find them, so the next run makes new ones.
// The tests of this file are the stations of one stack's life, in this order: in each layer of its objects it is killed.
const recovered = new Map<string, Entry>();
/** How many resources were recorded by layers whose state was not repaired. */
let recorded = 0;
let converged: Entry[] = [];
const w = life({ objects: everything });

async function resources(): Promise<Entry[]> {
  return (await w.project.exportState(["--show-secrets"])).deployment.resources ?? [];
}

test.each([
  { layer: "workspace", creates: 1, kinds: ["Workspace"], cut: false },
  { layer: "objects of the workspace", creates: 5, kinds: ["Config", "Index", "ModelProvider"], cut: false },
  { layer: "models", creates: 3, kinds: ["Model"], cut: true },
  { layer: "what refers to models", creates: 4, kinds: ["Mapping", "Prompt"], cut: false },
])(
  "a run that is killed with the $layer created and not recorded is recovered (state cut short: $cut)",
  async ({ creates, kinds, cut }) => {
    await killAt(w, { method: "POST" }, { after: creates });
    if (cut) await truncate(path.join(w.project.backend, ".pulumi/stacks/e2e/test.json"), 300);
    w.calls.take();

    const { code, output, stdout, repaired } = await runRecover(w, ["--yes", "--json"]);
    expect(code, output).toBe(0);
    expect(w.calls.writes()).toEqual([]);
    const stepsOf = (wanted: string) =>
      JSON.parse(stdout).steps.filter(({ step }: { step: string }) => step === wanted);
    const found = stepsOf("record");
    expect(found.map(({ urn }: Entry) => urn.split("::")[2]?.split(":").at(-1)).sort(), output).toEqual(
      kinds,
    );
    expect(stepsOf("unlock"), output).toHaveLength(1);
    recorded += repaired ? 0 : found.length;
    for (const entry of repaired ? [] : await resources()) {
      if (found.some(({ urn }: Entry) => urn === entry.urn)) recovered.set(entry.urn, entry);
    }
  },
);

test("then a plain up converges without a twin, and no copy of the state shows a secret", async () => {
  await up(w);
  await hasNoChanges(w);
  converged = await resources();
  for (const table of made.filter((each) => each !== "members"))
    expect(w.gateway.rows(table), table).toHaveLength(1);
  const copies = (await readdir(w.project.directory)).filter((name) => name.includes("before-recover"));
  expect(copies.length).toBeGreaterThan(2);
  const texts = await Promise.all(
    copies.map((name) => readFile(path.join(w.project.directory, name), "utf8")),
  );
  expect(texts.join()).not.toContain("sk-canary-everything");
});

test("what a recovery stores is what a create stores, field by field", async () => {
  await ok(w.project.destroy({ skipPreview: true }));
  await up(w);
  const created = await resources();
  const names = namesOf([...converged, ...created]);
  for (const entry of created.filter(({ urn }) => recovered.has(urn))) {
    const was = recovered.get(entry.urn);
    expect(plain(was, names), entry.urn).toEqual(plain(entry, names));
  }
  expect(recovered.size).toBe(recorded);
  expect(recorded).toBeGreaterThan(0);
});

/** What every object is called that has an id; of those that share one, by the first. */
function namesOf(entries: readonly Entry[]): Map<string, string> {
  return new Map(entries.toReversed().map(({ id = "", urn }) => [id, `the id of ${urn.split("::").at(-1)}`]));
}

/** Ids by name, times without their values, dependencies sorted: these differ between any two lives. */
function plain(entry: Entry | undefined, names: ReadonlyMap<string, string>): unknown {
  const dependencies = entry?.dependencies;
  const sorted = Array.isArray(dependencies) ? { dependencies: dependencies.toSorted() } : {};
  const text = JSON.stringify({ ...entry, ...sorted }).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "a time");
  return JSON.parse(
    [...names].reduce((all, [id, name]) => (id === "" ? all : all.replaceAll(id, name)), text),
  );
}
