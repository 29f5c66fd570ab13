import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { forgetBegun, rememberBegun, sinceOfBegun } from "../../../provider/cli/recover/begun-recovery.js";
import type { RecoveryPlace } from "../../../provider/cli/recover/recovery-place.js";

async function placeOf(shortName: string): Promise<RecoveryPlace> {
  const folder = await mkdtemp(path.join(tmpdir(), "recover-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "Pulumi.yaml");
  const project = {
    name: "gateway",
    file,
    folder,
    packages: folder,
    runtime: "nodejs",
    transpiled: false,
    configKeys: [],
  };
  return { project, stack: shortName, shortName, files: undefined };
}

test("a recovery that was interrupted is remembered by its time alone, until it is done, and for its stack alone", async () => {
  const place = await placeOf("dev");
  await rememberBegun(place, 1_700_000_000_000);
  expect(await sinceOfBegun(place)).toBe(1_700_000_000_000);
  expect(await sinceOfBegun({ ...place, shortName: "prod" })).toBeUndefined();
  expect(await readdir(place.project.folder)).toEqual([".workspace-gateway-recover-dev.json"]);
  await forgetBegun(place);
  expect(await sinceOfBegun(place)).toBeUndefined();
  expect(await readdir(place.project.folder)).toEqual([]);
});
