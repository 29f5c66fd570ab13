import { readFileSync } from "node:fs";
import type { Output } from "@pulumi/pulumi";
import type { BenchObject, Collection } from "../mixes.ts";

/** A resource as the programs of the benchmark see it: whatever outputs it has. */
type Resource = { readonly [output: string]: Output<unknown> };

export type Make = (collection: Collection, name: string, args: Record<string, unknown>) => object;

/** Declares the objects of `objects.json` in the working directory; `spelled` is how the resources spell a field. */
export function declare(make: Make, spelled?: (field: string) => string): void {
  declareAll(JSON.parse(readFileSync("objects.json", "utf8")), make, spelled);
}

export function declareAll(
  objects: readonly BenchObject[],
  make: Make,
  spelled = (field: string) => field,
): void {
  const made = new Map<string, Resource>();
  for (const { collection, name, body } of objects) {
    const args = Object.entries(body).map(([field, value]) => [
      spelled(field),
      typeof value === "object" ? made.get(value.ref)?.[spelled(value.output)] : value,
    ]);
    made.set(name, make(collection, name, Object.fromEntries(args)) as Resource);
  }
}
