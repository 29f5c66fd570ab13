import { howMany } from "pulumi-workspace-gateway/tools";
import type { Needs } from "../facts/review.js";
import { codeSpan, withCode } from "./escaping/code-span.js";
import { fit, folded } from "./fit.js";

/** What nobody can take back after the `up`, and what the `up` needs. */
export function needsPart(needs: Needs, room: number): string {
  const sentences = needs.irreversible.map((each) => `- ${withCode(each)}`);
  const undone = fit(sentences, room - 2000, (count) => `- ${count} more are left out.`);
  const own = needs.app ? ["- the app's own credentials, for gateway keys"] : [];
  const list = [`- scopes: ${scopesOf(needs)}`, ...own, `- requests: ${requestsOf(needs)}`].join("\n");
  return [
    ...(undone.length === 0 ? [] : [`### Cannot be undone\n\n${undone.join("\n")}`]),
    folded(
      `The <code>up</code> needs ${howMany(needs.scopes.length, "scope")} and ${howMany(needs.writes + needs.reads, "request")}`,
      list,
    ),
  ].join("\n\n");
}

function scopesOf({ scopes }: Needs): string {
  return (
    scopes
      .slice(0, 40)
      .map((scope) => codeSpan(scope, 40))
      .join(", ") || "none"
  );
}

function requestsOf({ writes, reads }: Needs): string {
  return `${writes} to change something, at most ${reads} to read`;
}
