import { messageOf } from "pulumi-workspace-gateway/tools";
import type { Fact } from "../table.js";
import { findProject, type PulumiProject } from "./pulumi-project.js";

/** What was found of a project. Undefined if there is none. */
export type FoundProject = PulumiProject | { readonly wrong: string } | undefined;

export async function lookForProject(folder: string): Promise<FoundProject> {
  return findProject(folder).catch((error: unknown) => ({ wrong: messageOf(error) }));
}

export function projectIn(found: FoundProject): Fact<PulumiProject> {
  if (found === undefined) {
    return { why: "there is no Pulumi.yaml in this folder or above it" };
  }
  return "wrong" in found ? { why: "the project cannot be read" } : { known: found };
}
