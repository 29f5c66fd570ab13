import { expect, test } from "vitest";
import { reportText, runDoctor } from "../../../../cli/commands/doctor/doctor.js";
import { about } from "../../../../cli/doctor/diagnosis.js";
import { openClinic } from "./support/clinic.ts";

test("a person reads a line for each finding, what to do below it, and one line for what has one reason", () => {
  const why = "there is no Pulumi.yaml";
  const lines = reportText([
    about("clock").ok({ found: "Equal.", means: "All is well." }),
    about("rate limit").problem({ found: "None left.", means: "It would fail.", remedy: "Wait." }),
    about("stack").notChecked(why),
    about("lock").notChecked(why),
    about("package").notChecked("another reason"),
  ]);
  expect(lines.split("\n")).toEqual([
    "ok           clock       Equal. All is well.",
    "problem      rate limit  None left. It would fail.",
    "                         → Wait.",
    "not checked  stack       There is no Pulumi.yaml. The same for lock.",
    "not checked  package     Another reason.",
  ]);
});

test("without --json the same is told in lines, and that a write would fail by the exit code and in words", async () => {
  const { visit, terminal, machine, out } = await openClinic({}, { WORKSPACE_GATEWAY_ACCESS_TOKEN: "none" });
  const { findings, output } = await visit();
  expect(JSON.parse(output)).toMatchObject({ writable: false });
  const refusal = await runDoctor({}, terminal, machine).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ message: "1 problem: a write would fail.", exitCode: 1 });
  for (const { found, remedy } of findings.filter(({ state }) => state === "problem")) {
    expect(out.join("\n")).toContain(found);
    expect(out.join("\n")).toContain(`→ ${remedy}`);
  }
});
