import { expect, test } from "vitest";
import type { Diagnosis } from "../../cli/doctor/table.js";
import { runCommand } from "./support/command.ts";
import { killAt } from "./support/kill.ts";
import { life, up } from "./support/life.ts";
import { mapping, team } from "./support/objects.ts";
import { ok } from "./support/outcome.ts";

const routes = ["a", "b", "c"].map((name) => mapping(name));

// The tests of this file are the stations of one stack's life, in this order.
const w = life({ objects: [team] }, up);

interface Report {
  code: number;
  output: string;
  findings: Diagnosis[];
  of(check: string): Diagnosis | undefined;
  /** What is neither well nor left out, by name. */
  ill: string[];
}

async function doctor(env: Readonly<Record<string, string>> = {}): Promise<Report> {
  const args = ["doctor", "--json", "--stack", w.project.stack];
  const { code, stdout, output } = await runCommand({ project: w.project, env }, args);
  const { findings } = JSON.parse(stdout) as { findings: Diagnosis[] };
  return {
    code,
    output,
    findings,
    of: (name) => findings.find(({ check }) => check === name),
    ill: findings
      .filter(({ state }) => state === "warning" || state === "problem")
      .map(({ check, state }) => `${check}: ${state}`),
  };
}

/** The doctor, and then the `up` that it has judged: both fail, or both work. */
async function agree(work: boolean, env: Readonly<Record<string, string>> = {}): Promise<Report> {
  const report = await doctor(env);
  const up = await w.project.up({ skipPreview: true, env });
  expect([report.code === 0, up.code === 0], `${report.output}\n${up.output}`).toEqual([work, work]);
  return report;
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
  const { ill, of } = await agree(false, { PULUMI_CONFIG_PASSPHRASE: "wrong" });
  expect(ill).toContain("secrets provider: problem");
  expect(of("secrets provider")?.remedy).toContain("PULUMI_CONFIG_PASSPHRASE");
});

test("a killed up is told by its lock and what it left pending, and then by what is there already", async () => {
  await w.declare([team, ...routes]);
  await killAt(w, { method: "POST", path: "/mappings" }, { after: routes.length });

  const { ill, of } = await agree(false);
  expect(ill).toEqual(expect.arrayContaining(["lock: problem", "pending operations: warning"]));
  expect(of("lock")?.facts).toMatchObject({ alive: false });
  expect(of("lock")?.remedy).toContain("`npx workspace-gateway recover --stack test`");
  expect(of("pending operations")?.facts?.pending).toHaveLength(routes.length);
  expect(of("pending operations")?.remedy).toContain("recover --stack test`");

  await ok(w.project.run(["cancel", "--yes", "--stack", "test"]));
  const after = await doctor();
  expect(after.ill.filter((each) => each === "names: problem")).toHaveLength(routes.length);
});
