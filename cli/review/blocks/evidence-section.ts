import type { Review } from "../facts/review.js";
import type { Line, Section } from "./block.js";
import { asLine, code, plain } from "./lines.js";

/** What is known of the evaluation of the prompts that change, if somebody asked. */
export function evidenceSection({ prompts }: Review): Section[] {
  const rows = prompts.flatMap(({ resource, name, workspace, environment, sha256, evidence }) =>
    evidence === undefined
      ? []
      : [
          [
            [code(resource), ...(name === resource ? [] : [` ${plain(name)}`])],
            [plain(workspace)],
            [environment ?? "all"],
            sha256 === undefined ? ["–"] : [code(sha256.slice(0, 12))],
            told(evidence),
          ],
        ],
  );
  const head = ["prompt", "workspace", "environment", "sha256", "evaluation"];
  const title = "Prompts that change";
  return rows.length === 0
    ? []
    : [
        {
          id: "evidence",
          title: "Evidence for prompts",
          count: rows.length,
          share: 0.08,
          blocks: [{ is: "table", title, head, rows }],
        },
      ];
}

function told(evidence: NonNullable<Review["prompts"][number]["evidence"]>): Line {
  return evidence.is === "passed"
    ? [`✓ passed ${evidence.at}, counts until ${evidence.until}`]
    : [{ look: "strong", text: "✗" }, " ", ...asLine(evidence.reason)];
}
