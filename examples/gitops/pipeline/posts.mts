import { isRow, type Row } from "./api.mts";
import type { Forge, Post } from "./forge.mts";

/** Writes the review into the one comment that this stack has on the pull request. */
export async function postReview(forge: Forge, markdown: string): Promise<string> {
  const { marker, text } = reviewIn(markdown);
  const body = bodyOf(forge, marker, text);
  const known = begunWith(marker, await forge.ownComments());
  if (known === undefined) {
    await forge.addComment(body);
    return "The review is in a new comment.";
  }
  await forge.changeComment(known.id, body);
  return "The comment of the earlier review was updated.";
}

/** Opens or updates the one issue of this stack while the gateway is not as declared, and closes it when it is again. */
export async function postDrift(forge: Forge, facts: unknown, markdown: string): Promise<string> {
  const { stack, text } = reviewIn(markdown);
  const marker = `<!-- workspace-gateway drift: ${stack} -->`;
  const known = begunWith(marker, await forge.ownIssues());
  if (isAsDeclared(facts)) {
    if (known === undefined) return "The gateway is as declared.";
    await forge.closeIssue(known.id, `The gateway is as declared again: [run](${forge.run}).`);
    return "The gateway is as declared again: the issue was closed.";
  }
  const body = bodyOf(forge, marker, text);
  if (known === undefined) {
    await forge.openIssue(`The gateway is not as declared: ${stack}`, body);
    return "The gateway is not as declared: an issue was opened.";
  }
  await forge.changeIssue(known.id, body);
  return "The gateway is still not as declared: the issue was updated.";
}

/** The first line of a review is a hidden one: it says of which stack the review is. */
function reviewIn(markdown: string): { marker: string; stack: string; text: string } {
  const [first = "", ...others] = markdown.split("\n");
  const marker = first.trim();
  const stack = /^<!-- workspace-gateway review: (\S+) -->$/.exec(marker)?.[1];
  if (stack === undefined) throw new Error("The first line is not that of a review: nothing was written.");
  return { marker, stack, text: others.join("\n").trim() };
}

/** Only a whole first line counts: others may quote it. */
function begunWith(marker: string, posts: readonly Post[]): Post | undefined {
  return posts.find(({ body }) => body.split("\n", 1)[0]?.trim() === marker);
}

/** What is cut is said at the top: at the end it could lie within a code block that was cut. */
function bodyOf({ limit, commit, run }: Forge, marker: string, text: string): string {
  const head = `${marker}\n\nCommit ${commit.slice(0, 12)}, [run](${run})`;
  const whole = `${head}\n\n${text}\n`;
  if (whole.length <= limit) return whole;
  const cut = `${head}. **Too long for one place: the end is missing here, and is in the files of the run.**\n\n`;
  const kept = text.slice(0, limit - cut.length - 1);
  return `${cut}${kept.slice(0, kept.lastIndexOf("\n") + 1).trimEnd()}\n`;
}

/** Whether an `up` would do nothing, of the facts that `workspace-gateway review --json` writes. */
function isAsDeclared(facts: unknown): boolean {
  const counts: Row | undefined = isRow(facts) && isRow(facts.counts) ? facts.counts : undefined;
  const numbers = Object.values(counts ?? {});
  if (numbers.length === 0 || numbers.some((count) => typeof count !== "number"))
    throw new Error("The facts are not those of `workspace-gateway review --json`.");
  return numbers.every((count) => count === 0);
}
