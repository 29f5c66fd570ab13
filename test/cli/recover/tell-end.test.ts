import { expect, test } from "vitest";
import { emptyReport, type RecoveryReport } from "../../../provider/cli/recover/report/recovery-report.js";
import { tellEnd } from "../../../provider/cli/recover/report/tell-end.js";
import { openDesk } from "../support/desk.ts";

async function told(more: Partial<RecoveryReport>, json = false): Promise<string> {
  const { terminal, out } = await openDesk();
  tellEnd({ report: { ...emptyReport("dev", false), ...more }, terminal }, json);
  return out.join("\n");
}

const recovered: RecoveryReport["operations"] = [
  { urn: "urn:pulumi:dev::shop::t::a", operation: "creating", outcome: "recovered", id: "1" },
];

test("what was done is told with the next step", async () => {
  expect(await told({ changed: true, operations: recovered })).toBe("1 recovered. Next: `pulumi up`.");
});

test("after a no nothing is said to be done, and the next step is this command", async () => {
  const said = await told({ changed: true, stopped: true, operations: recovered });
  expect(said).toContain("Not everything was done.");
  expect(said).not.toContain("pulumi up");
  expect(JSON.parse(await told({ changed: true, stopped: true }, true))).toMatchObject({ stopped: true });
});

test("where nothing was left, it says so", async () => {
  expect(await told({})).toBe("Nothing to recover: no run has left anything of dev.");
});
