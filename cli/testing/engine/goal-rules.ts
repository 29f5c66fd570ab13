import type { TransformResourceOptions } from "@pulumi/pulumi/proto/resource_pb.js";
import type { Goal } from "./goal.js";

/** With the options that a resource has from its parent, unless it has its own. */
export function withParentOptions(goal: Goal, parent: TransformResourceOptions | undefined): Goal {
  const { options } = goal;
  if (parent !== undefined) {
    options.setDeletedWith(options.getDeletedWith() || parent.getDeletedWith());
    if (!options.hasProtect() && parent.hasProtect()) {
      options.setProtect(parent.getProtect() === true);
    }
    if (!options.hasRetainOnDelete() && parent.hasRetainOnDelete()) {
      options.setRetainOnDelete(parent.getRetainOnDelete() === true);
    }
  }
  return goal;
}

/** Refuses what needs a gateway that is there before the program, or the process of another package. */
export function assertMakeable({ name, isRemote, options }: Goal): void {
  if (options.getImport() !== "") {
    throw new Error(
      `"${name}" is to be imported, and a test begins with an empty stack: leave the option \`import\` out of it.`,
    );
  }
  if (isRemote) {
    throw new Error(
      `"${name}" is a component of another package, whose plugin a test does not start: leave it out of the test.`,
    );
  }
}
