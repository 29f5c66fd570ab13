import { type Kind, messageOf } from "pulumi-workspace-gateway/tools";
import { isChange } from "../../review/plan/operations.js";
import type { Plan } from "../../review/plan/plan.js";
import { readPlan } from "../../review/plan/read-plan.js";
import { projectRow } from "../known.js";
import { type Ran, whyItFailed } from "../machine.js";
import type { Fact } from "../table.js";

/** What a preview plans; or why it fails. */
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

/** Judges by the engine itself: what makes a preview fail makes the `up` fail. */
export const previewCheck = projectRow(
  "preview",
  ["preview", "previewed"],
  ({ preview, previewed }, check) => {
    if ("why" in previewed) {
      const why = shortened(previewed.why);
      return preview.code === 0 || preview.late
        ? check.notChecked(`what \`pulumi preview\` plans is not known: ${why}`)
        : check.problem({
            found: `\`pulumi preview\` fails: ${why}.`,
            means: "The next `up` would fail in the same way.",
            remedy: "Do what the other problems say; without one, what the error says.",
          });
    }
    const planned = Map.groupBy(previewed.known.steps, ({ operation }) => operation);
    const counts = [...planned].map(([operation, steps]) => [operation, steps.length] as const);
    const changes = counts.filter(([operation]) => isChange(operation));
    const words = changes.map(([operation, count]) => `${operation} ${count}`).join(", ");
    return check.ok({
      found: `The next \`up\` would ${words === "" ? "change nothing" : words}.`,
      facts: Object.fromEntries(counts),
    });
  },
);

const longestError = 600;

function shortened(text: string): string {
  return (text.length > longestError ? `${text.slice(0, longestError)}…` : text).replace(/\.$/, "");
}
