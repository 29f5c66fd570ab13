import { expect, test } from "vitest";
import { goOnPath, standIn } from "../harness/cli/stand-in.ts";
import { Results, type Row } from "./results.ts";
import { rivalNote, rivalsProblem } from "./rivals.ts";

const row: Row = {
  profile: "normal",
  mix: "a",
  size: 3,
  phase: "create",
  contestant: "opentofu",
  run: 0,
  seconds: 1,
  requests: { all: 3, refused: 0, repeated: 0 },
};

test("without Go it is said plainly that Go is missing, and how to get it", async () => {
  const host = await standIn();
  const problem = await rivalsProblem(host);
  expect(problem).toMatch(/^There is no `go` on PATH.* Install Go 1\.25\.5 or newer/);
  expect(host.said).toEqual([`opentofu is not run: ${problem}`]);
});

test("a build that fails is no end: what failed is said", async () => {
  const host = await standIn();
  await goOnPath(host, "echo 'undefined: everything' >&2; exit 2");
  expect(await rivalsProblem(host)).toMatch(
    /Compiling tofu failed \(go exited with 2\):\nundefined: everything/,
  );
  expect(await host.cached()).toEqual([]);
});

test("an interrupt while a rival is built ends the benchmark", async () => {
  const host = await standIn();
  await goOnPath(host, "echo compiling; exec /bin/sleep 600");
  const run = host.run;
  host.run = (command, args, options) => {
    const onOutput = () => host.interrupt.abort(new Error("Interrupted."));
    return run(command, args, args.includes("build") ? { ...options, onOutput } : options);
  };
  await expect(rivalsProblem(host)).rejects.toThrow("Interrupted.");
});

test("the note tells what a measured rival was told, and else why there is none", () => {
  expect(rivalNote(new Results([row]), undefined)).toMatch(
    /OpenTofu v1\.11\.0 .*restapi v1\.20\.0.*`destroy_data`/s,
  );
  expect(rivalNote(new Results([]), "The build failed.")).toMatch(/not run: The build failed\.$/);
  expect(rivalNote(new Results([]), undefined)).toContain("`--rivals` builds it");
});
