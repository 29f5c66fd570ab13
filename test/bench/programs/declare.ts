import { readFileSync } from "node:fs";
import type { Input } from "@pulumi/pulumi";
import type { BenchObject } from "../objects.ts";

type Create = (object: BenchObject, workspaceId: Input<string> | undefined) => { readonly id: Input<string> };

/** Declares the objects of `objects.json` in the working directory. */
export function declare(create: Create): void {
  const objects: BenchObject[] = JSON.parse(readFileSync("objects.json", "utf8"));
  const ids = new Map<string, Input<string>>();
  for (const object of objects) {
    const workspaceId = object.workspace === undefined ? undefined : ids.get(object.workspace);
    ids.set(object.name, create(object, workspaceId).id);
  }
}
