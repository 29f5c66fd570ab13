import { isRow, type Row } from "./api.mts";
import type { Forge, Post } from "./forge.mts";

/** The kind of a text, and the stack that it must describe. */
interface Subject {
  readonly of: "review" | "apply";
  readonly stack: string;
}

/** Creates or updates the pull request's comment for this stack and kind of text. */
export async function postComment(forge: Forge, markdown: string, { of, stack }: Subject): Promise<string> {
  const post = postIn(markdown, of);
  if (post.stack.split("/").at(-1) !== stack)
    throw new Error(`The text is about ${post.stack}, so nothing was written.`);
  const request = await forge.request();
  if (request === undefined) return "This commit has no pull request, so no comment was written.";
  const body = bodyOf(forge, post.marker, post.text);
  const known = begunWith(post.marker, await forge.ownComments(request));
  if (known === undefined) {
    await forge.addComment(request, body);
    return `The ${of} was written to a new comment.`;
  }
  await forge.changeComment(request, known.id, body);
  return `The comment of the earlier ${of} was updated.`;
}

/** The results of a nightly check, as facts and as texts. */
export interface Night {
  /** The differences between the gateway and the state, which are manual changes. */
  readonly drift: unknown;
  readonly driftMarkdown: string;
  /** The changes of an `up` of main, including merges that were not applied. */
  readonly review: unknown;
  readonly reviewMarkdown: string;
}

/** Opens or updates this stack's issue while the gateway differs from the declaration, and then closes it. */
export async function postDrift(forge: Forge, night: Night): Promise<string> {
  const { marker, stack, text } = postIn(night.driftMarkdown, "drift");
  const review = postIn(night.reviewMarkdown, "review");
  const asDeclared = isWithoutDrift(night.drift);
  const asProgrammed = isWithoutChange(night.review);
  const known = begunWith(marker, await forge.ownIssues());
  if (asDeclared && asProgrammed) {
    if (known === undefined) return "The gateway matches the declaration.";
    await forge.closeIssue(known.id, `The gateway matches the declaration again: [run](${forge.run}).`);
    return "The gateway matches the declaration again. The issue was closed.";
  }
  const texts = asProgrammed ? [text] : [text, "---", "Changes in an `up` of main:", review.text];
  const body = bodyOf(forge, marker, texts.join("\n\n"));
  if (known === undefined) {
    await forge.openIssue(`The gateway differs from the declaration: ${stack}`, body);
    return "The gateway differs from the declaration. An issue was opened.";
  }
  await forge.changeIssue(known.id, body);
  return "The gateway still differs from the declaration. The issue was updated.";
}

/** The first line of a text by `workspace-gateway` is hidden, and contains the kind of text and the stack. */
function postIn(
  markdown: string,
  of: Subject["of"] | "drift",
): { marker: string; stack: string; text: string } {
  const [first = "", ...others] = markdown.split("\n");
  const marker = first.trim();
  const [, what, stack] = /^<!-- workspace-gateway (\w+): (\S+) -->$/.exec(marker) ?? [];
  if (stack === undefined || what !== of)
    throw new Error(`The text does not start with the marker of the ${of}, so nothing was written.`);
  return { marker, stack, text: others.join("\n").trim() };
}

/** The marker must be the whole first line, because other comments may quote it. */
function begunWith(marker: string, posts: readonly Post[]): Post | undefined {
  return posts.find(({ body }) => body.split("\n", 1)[0]?.trim() === marker);
}

/** A note about truncation is at the top, because at the end it could be inside a truncated code block. */
function bodyOf({ limit, commit, run }: Forge, marker: string, text: string): string {
  const head = `${marker}\n\nCommit ${commit.slice(0, 12)}, [run](${run})`;
  const whole = `${head}\n\n${text}\n`;
  if (whole.length <= limit) return whole;
  const cut = `${head}. **Truncated. The full text is in the files of the run.**\n\n`;
  const kept = text.slice(0, limit - cut.length - 1);
  return `${cut}${kept.slice(0, kept.lastIndexOf("\n") + 1).trimEnd()}\n`;
}

/** Whether an `up` would change nothing, according to the output of `workspace-gateway review --json`. */
function isWithoutChange(facts: unknown): boolean {
  const { counts, optionChanges = [] }: Row = isRow(facts) ? facts : {};
  if (Array.isArray(optionChanges) && optionChanges.length > 0) return false;
  const numbers = Object.values(isRow(counts) ? counts : {});
  if (numbers.length === 0 || numbers.some((count) => typeof count !== "number"))
    throw new Error("The facts are not from `workspace-gateway review --json`.");
  return numbers.every((count) => count === 0);
}

/** Whether `workspace-gateway drift --json` found neither differences nor expectations that are not met. */
function isWithoutDrift(facts: unknown): boolean {
  const { changed, missing, undeclared, expectations = [] }: Row = isRow(facts) ? facts : {};
  const unmet = Array.isArray(expectations)
    ? expectations.filter((each) => !isRow(each) || each.status !== "met")
    : undefined;
  const lists = [changed, missing, undeclared, unmet].map((list) => (Array.isArray(list) ? list : undefined));
  return lists.every((list) => {
    if (list === undefined) throw new Error("The facts are not from `workspace-gateway drift --json`.");
    return list.length === 0;
  });
}
