import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { findProject } from "../../../cli/doctor/pulumi-project.js";
import { temporaryFolder } from "../support/temporary-folder.ts";

async function folderWith(text: string) {
  const folder = await temporaryFolder();
  await mkdir(path.join(folder, "deep/inside"), { recursive: true });
  await writeFile(path.join(folder, "Pulumi.yaml"), text);
  return folder;
}

test("a project is found from every folder below it, and none is none", async () => {
  const folder = await folderWith("name: shop\nruntime: nodejs\n");
  for (const below of ["", "deep", "deep/inside"]) {
    const project = await findProject(path.join(folder, below));
    expect(project).toMatchObject({ name: "shop", folder, packages: folder });
  }
  expect(await findProject(path.parse(folder).root)).toBeUndefined();
});

test("the packages are where the program is, be it a folder or a file", async () => {
  const folder = await folderWith("name: shop\nruntime: nodejs\nmain: deep\n");
  expect((await findProject(folder))?.packages).toBe(path.join(folder, "deep"));
  const other = await folderWith("name: shop\nruntime: nodejs\nmain: deep/index.ts\n");
  expect((await findProject(other))?.packages).toBe(path.join(other, "deep"));
});
