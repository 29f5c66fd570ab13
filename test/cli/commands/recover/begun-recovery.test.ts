import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import {
  begunFile,
  forgetBegun,
  readBegun,
  rememberBegun,
} from "../../../../cli/commands/recover/begun-recovery.js";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { placeIn } from "./support/stand-in.ts";

const written = new Date("2026-11-22T10:00:00Z");

const placeOf = async (stack: string) => placeIn(await temporaryFolder(), "gateway", stack);

test("a recovery that was interrupted is remembered by its time alone, until it is done, and for its stack alone", async () => {
  const place = await placeOf("dev");
  const file = begunFile(place);
  await rememberBegun(file, 1_700_000_000_000, written);
  expect(await readBegun(file)).toEqual({ since: 1_700_000_000_000, written: written.getTime() });
  const names = await readdir(place.project.folder);
  expect(names).toEqual([expect.stringMatching(/^\.workspace-gateway-recover-dev-\w+\.json$/)]);
  await forgetBegun(file);
  expect(await readBegun(file)).toBeUndefined();
  expect(await readdir(place.project.folder)).toEqual([]);
});

test("stacks of other backends, organizations and folders have files of their own", async () => {
  const place = await placeOf("acme/gateway/dev");
  const inFolder = (backend: string) => ({ ...place, files: { backend, project: "gateway", stack: "dev" } });
  const others = [
    { ...place, backend: { url: "s3://others", folder: undefined } },
    { ...place, stack: "others/gateway/dev" },
    inFolder("/a"),
    inFolder("/b"),
  ];
  const files = [place, ...others].map(begunFile);
  expect(new Set(files).size).toBe(5);
  expect(begunFile({ ...inFolder("/a"), stack: "organization/gateway/dev" })).toBe(files[3]);
});
