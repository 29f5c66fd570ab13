import { expect, test } from "vitest";
import type { RecoveryStep } from "../../../cli/recover/recovery-plan.js";
import {
  lineOf,
  questionFor,
  type RecoveryReport,
  reportAsJson,
  reportAsText,
} from "../../../cli/recover/recovery-words.js";

const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/workspace-gateway:Prompt::tone";
const lock = { step: "unlock", file: "f", by: "ada", since: "noon", pid: 7, alive: false, says: "" } as const;
const steps = {
  lock,
  foreignLock: { ...lock, alive: undefined },
  recorded: {
    ...{ step: "record", urn, id: "1", says: "It was created." },
    made: { entry: { urn, type: "t", inputs: { content: "sk-canary" } }, outputs: {}, surplus: false },
  },
  gone: { step: "forget", urn, id: "2", says: "It is gone." },
  again: { step: "send-again", urn, id: "3", says: "It is sent again." },
  dropped: { step: "drop", urn, operation: "creating", says: "It was not created." },
  kept: { step: "drop", urn, operation: "deleting", says: "It was not deleted." },
  unseen: { step: "refresh", urn, says: "Nobody knows." },
  doubtful: { step: "look", urn, says: "Look for it." },
} satisfies Record<string, RecoveryStep>;
const all = Object.values(steps);

const report = (more: Partial<RecoveryReport> = {}): RecoveryReport => ({
  ...{ stack: "dev", dryRun: false, stopped: false, steps: [], copy: undefined },
  ...more,
});

test("what was done is told with the next step", () => {
  expect(reportAsText(report({ steps: [steps.recorded] }))).toBe("1 recovered. Next: `pulumi up`.");
  expect(reportAsText(report({ steps: all }))).toMatch(/^2 stale locks, 1 recovered, /);
});

test.each([
  { of: "what was seen", told: [steps.again], next: "pulumi up" },
  { of: "what nobody could see", told: [steps.again, steps.unseen], next: "pulumi up --refresh" },
])("the next command after $of is $next", ({ told, next }) => {
  expect(reportAsText(report({ steps: told }))).toContain(`Next: \`${next}\`.`);
  expect(JSON.parse(reportAsJson(report({ steps: told })))).toMatchObject({ next });
});

test.each([steps.gone, steps.kept])("after a destroy, to go on with it is the other way: $step", (step) => {
  expect(reportAsText(report({ steps: [step] }))).toMatch(/Next: `pulumi up`, or `pulumi destroy` if/);
});

test("after a no nothing is said to be done, and the next step is this command", () => {
  const stopped = report({ stopped: true, steps: [steps.recorded] });
  expect(reportAsText(stopped)).toContain("Not everything was done.");
  expect(reportAsText(stopped)).not.toContain("pulumi up");
  expect(JSON.parse(reportAsJson(stopped))).toMatchObject({ stopped: true });
});

test("a dry run says that nothing was changed", () => {
  expect(reportAsText(report({ dryRun: true, steps: all }))).toMatch(/^Nothing was changed: .*1 recovered/);
});

test("where nothing was left, it says so", () => {
  expect(reportAsText(report())).toBe("Nothing to recover: no run has left anything of dev.");
});

test("for programs it is the list of the steps, without what goes into the state", () => {
  const json = reportAsJson(report({ steps: all, copy: "copy.json" }));
  expect(JSON.parse(json)).toMatchObject({ stack: "dev", copy: "copy.json" });
  const { made: _made, ...recorded } = steps.recorded;
  const { alive: _alive, ...foreign } = steps.foreignLock;
  const printed = all.map((each) =>
    each === steps.recorded ? recorded : each === steps.foreignLock ? foreign : each,
  );
  expect(JSON.parse(json).steps).toEqual(printed);
  expect(json).not.toContain("sk-canary");
});

test("one question names all that is done at once", () => {
  expect(questionFor(all, 2)).toBe(
    "Take the lock away (`pulumi cancel`), put 1 object into the state, " +
      "take 1 object out of the state, mark 1 object to be sent again and drop the 2 pending operations?",
  );
  expect(questionFor([steps.gone, { ...steps.gone, id: "4" }], 0)).toBe("Take 2 objects out of the state?");
});

test("nothing is asked where nothing is done, and not again for a lock that was asked for", () => {
  expect(questionFor([steps.dropped, steps.unseen, steps.doubtful, steps.foreignLock], 0)).toBeUndefined();
});

test("each step is a line that names its resource and shows no control character", () => {
  expect(lineOf(steps.gone)).toBe("Prompt tone: It is gone.");
  expect(lineOf({ ...steps.lock, says: "It\u001b[31m lives." })).not.toContain("\u001b");
});
