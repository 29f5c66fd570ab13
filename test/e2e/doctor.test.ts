import { expect, test } from "vitest";
import type { Diagnosis } from "../../cli/doctor/table.js";
import { runCommand } from "./support/command.ts";
import { life, up } from "./support/life.ts";
import { team } from "./support/objects.ts";

// The tests of this file are the stations of one stack's life, in this order.
const w = life({ objects: [team] }, up);

async function doctor(env: Readonly<Record<string, string>> = {}) {
  const { stdout, ...result } = await runCommand({ ...w, env }, ["doctor", "--json", "--stack", "test"]);
  const { findings }: { findings: Diagnosis[] } = JSON.parse(stdout);
  const isIll = ({ state }: Diagnosis) => state === "warning" || state === "problem";
  return {
    ...result,
    of: (name: string) => findings.find(({ check }) => check === name),
    ill: findings.filter(isIll).map(({ check, state }) => `${check}: ${state}`),
  };
}

test("a stack that is well has no problem, and the doctor sends nothing but GETs and writes nothing", async () => {
  await w.declare([{ ...team, args: { name: "Support, renamed" } }]);
  w.gateway.log.clear();
  const before = await w.project.stateText();
  const { ill, of, output } = await doctor();
  expect(ill).toEqual([]);
  for (const name of ["pulumi", "Node", "SDK", "package", "state backend", "secrets provider"]) {
    expect(of(name)?.state, name).toBe("ok");
  }
  expect(of("preview")?.found).toBe("The next `up` would update 1.");
  expect(of("stack")?.found).toContain("has 1 resource of this package");
  expect(new Set(w.gateway.log.entries().map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(await w.project.stateText()).toBe(before);
  expect(output).not.toContain(w.token);
  await up(w);
});

test("a wrong passphrase is a problem, though no value of the config is encrypted", async () => {
  const env = { PULUMI_CONFIG_PASSPHRASE: "wrong" };
  const { code, ill, of } = await doctor(env);
  expect([code, (await w.project.up({ skipPreview: true, env })).code]).not.toContain(0);
  expect(ill).toContain("secrets provider: problem");
  expect(of("secrets provider")?.remedy).toContain("PULUMI_CONFIG_PASSPHRASE");
});
