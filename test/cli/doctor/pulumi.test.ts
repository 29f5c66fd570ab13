import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import {
  findProject,
  folderOfBackend,
  isHosted,
  systemMachine,
  whyItFailed,
} from "../../../cli/doctor/pulumi.js";
import { temporaryFolder } from "../support/temporary-folder.ts";

const machine = systemMachine(process.env, import.meta.dirname);
const node = (script: string) => machine.run(process.execPath, ["-e", script], import.meta.dirname);

test("run returns the exit code and both streams, no code for a missing program, and closes stdin", async () => {
  const ran = await node("console.log('out'); console.error('error: broken.'); process.exit(3)");
  expect(ran).toEqual({ code: 3, stdout: "out\n", stderr: "error: broken.\n", late: false });
  expect((await machine.run("no-such-program", [], ".")).code).toBeUndefined();
  const { stdout } = await node("process.stdin.resume().on('end', () => console.log('ended'))");
  expect(stdout).toBe("ended\n");
});

test.each([
  [{ stderr: "warning: old\nerror: no such stack.\nmore" }, "no such stack"],
  [{ stderr: "plain words\n" }, "plain words"],
  [{ stderr: "" }, "exit code 1"],
  [{ stderr: "error: x", late: true }, "it timed out"],
])("the reason for the failure of %j is: %s", (ran, why) => {
  expect(whyItFailed({ code: 1, stdout: "", late: false, ...ran })).toBe(why);
});

test("a project is found from any subfolder, and its packages in the folder of `main`", async () => {
  const folder = await temporaryFolder();
  await mkdir(path.join(folder, "deep/inside"), { recursive: true });
  const packagesWith = async (main: string, below = "deep/inside") => {
    await writeFile(path.join(folder, "Pulumi.yaml"), `name: shop\nruntime: nodejs\n${main}`);
    const project = await findProject(path.join(folder, below));
    expect(project).toMatchObject({ name: "shop", folder });
    return project?.packages;
  };
  expect([await packagesWith(""), await packagesWith("", "")]).toEqual([folder, folder]);
  for (const main of ["deep", "deep/index.ts"])
    expect(await packagesWith(`main: ${main}\n`)).toBe(path.join(folder, "deep"));
  expect(await findProject(path.parse(folder).root)).toBeUndefined();
});

test.each([
  ["file:///states/?no_tmp_dir=true", "/states"],
  ["file:///with%20space", "/with space"],
  ["file://.", "/work/program"],
  ["file://./rel?metadata=skip", "/work/program/rel"],
  ["file://../beside", "/work/beside"],
  ["file://~/states", "/home/ada/states"],
])("pulumi in /work/program resolves %s to %s", (url, folder) => {
  expect(folderOfBackend(url, "/work/program", "/home/ada")).toBe(folder);
});

test.each(["s3://states", "postgres://db/states", "https://api.pulumi.com"])(
  "the backend %s is not a folder",
  (url) => {
    expect(folderOfBackend(url, "/work", "/home/ada")).toBeUndefined();
    expect(isHosted(url)).toBe(url.startsWith("https"));
  },
);
