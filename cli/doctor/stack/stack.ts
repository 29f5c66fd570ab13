import { constants, existsSync } from "node:fs";
import { access } from "node:fs/promises";
import path from "node:path";
import { howMany, type Kind, messageOf } from "pulumi-workspace-gateway/tools";
import { isChange } from "../../review/plan/operations.js";
import type { Plan } from "../../review/plan/plan.js";
import { readPlan } from "../../review/plan/read-plan.js";
import { shortList } from "../../text/short-list.js";
import { capital } from "../diagnosis.js";
import { projectRow } from "../known.js";
import { type Ran, whyItFailed } from "../machine.js";
import type { Fact } from "../table.js";
import { backendOf } from "./backend.js";
import { recoverCommand } from "./recover-remedy.js";

export const backendCheck = projectRow("state backend", ["whoami", "machine"], async (known, check) => {
  const backend = backendOf(known.whoami, known.machine.folder);
  if ("why" in backend) {
    return check.problem({
      found: `${capital(backend.why)}.`,
      means: "No stack can be read or written.",
      remedy:
        "Run `pulumi login`, or set PULUMI_BACKEND_URL, and for Pulumi's own service PULUMI_ACCESS_TOKEN.",
    });
  }
  const { url, user, folder } = backend.known;
  const found = `Stacks are in ${url.replace(/\/\/[^/@]*@/, "//")}, as ${user}.`;
  return folder === undefined || (await isWritable(folder))
    ? check.ok({ found })
    : check.problem({
        found: `${found} Its folder cannot be written to.`,
        means: "An `up` would fail before its first request.",
        remedy: `Give this user the right to write to ${folder}.`,
      });
});

/** A backend that was never used has no `.pulumi` yet. */
async function isWritable(folder: string): Promise<boolean> {
  const inside = path.join(folder, ".pulumi");
  const used = existsSync(inside) ? inside : folder;
  return access(used, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}

export const stackCheck = projectRow("stack", ["stack", "exported"], ({ stack, exported }, check) => {
  if ("why" in exported) {
    const isMissing = /no stack named/.test(exported.why);
    return check.problem({
      found: isMissing
        ? `There is no stack ${stack}.`
        : `The state of ${stack} cannot be read: ${exported.why}.`,
      means: "An `up` of it would fail.",
      remedy: isMissing
        ? `Run \`pulumi stack init ${stack}\`, or name another one.`
        : 'See the checks of the backend and its files; the page "Recovery" of the documentation.',
    });
  }
  const count = exported.known.resources.length;
  return check.ok({
    found: `The stack ${stack} can be read and has ${howMany(count, "resource")} of this package.`,
  });
});

/** What a killed run has left in the state. */
export const pendingCheck = projectRow("pending operations", ["state", "stack"], (known, check) => {
  const { pending } = known.state;
  if (pending.length === 0) {
    return check.ok({ found: "No operation is pending." });
  }
  const names = pending.map(({ operation, name }) => `${operation} ${name}`);
  return check.warning({
    found: `${howMany(pending.length, "operation")} of a killed run ${pending.length === 1 ? "is" : "are"} pending: ${shortList(names)}.`,
    means: "An object may have been created without being in the state. The next `up` then stops at it.",
    remedy: `Run \`${recoverCommand(known.stack)}\`, then \`pulumi up\`.`,
    facts: {
      pending: pending.map(({ operation, urn }) => ({ operation, urn })),
      commands: [recoverCommand(known.stack)],
    },
  });
});

export const kindsCheck = projectRow("kinds", ["state"], ({ state: { unknownKinds } }, check) =>
  unknownKinds.length === 0
    ? undefined
    : check.problem({
        found: `The stack has ${unknownKinds.join(", ")}, which this release does not know.`,
        means: "A newer release has written the stack. This one cannot work with these resources.",
        remedy: "Run `npm install pulumi-workspace-gateway@latest`.",
      }),
);

/** The plan of a preview, or why it fails. */
export function planIn(preview: Ran, kinds: readonly Kind[]): Fact<Plan> {
  try {
    const plan = readPlan(preview.stdout, kinds);
    const [error] = plan.errors;
    if (preview.code === 0 && error === undefined) {
      return { known: plan };
    }
    return { why: error?.replace(/^error: /, "").replaceAll("\n", " ") ?? whyItFailed(preview) };
  } catch (error) {
    return { why: preview.code === 0 ? messageOf(error) : whyItFailed(preview) };
  }
}

/** An error that fails a preview also fails the `up`. */
export const previewCheck = projectRow(
  "preview",
  ["preview", "previewed"],
  ({ preview, previewed }, check) => {
    if ("why" in previewed) {
      const why = (previewed.why.length > 600 ? `${previewed.why.slice(0, 600)}…` : previewed.why).replace(
        /\.$/,
        "",
      );
      return preview.code === 0 || preview.late
        ? check.notChecked(`the plan of \`pulumi preview\` is not known: ${why}`)
        : check.problem({
            found: `\`pulumi preview\` fails: ${why}.`,
            means: "The next `up` would fail in the same way.",
            remedy: "Follow the remedies of the other problems. If there are none, follow the error.",
          });
    }
    const planned = Map.groupBy(previewed.known.steps, ({ operation }) => operation);
    const changes = [...planned].filter(([operation]) => isChange(operation));
    const words = changes.map(([operation, steps]) => `${operation} ${steps.length}`).join(", ");
    return check.ok({ found: `The next \`up\` would ${words === "" ? "change nothing" : words}.` });
  },
);
