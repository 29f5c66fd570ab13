import { isRow, type Row } from "./api.mts";
import type { Forge, Post } from "./forge.mts";

/** What a text is of, and of which stack it must be. */
interface Subject {
  readonly of: "review" | "apply";
  readonly stack: string;
}

/** Writes a text into the one comment of its kind that this stack has on the pull request. */
export async function postComment(forge: Forge, markdown: string, { of, stack }: Subject): Promise<string> {
  const post = postIn(markdown, of);
  if (post.stack.split("/").at(-1) !== stack)
    throw new Error(`The text is of ${post.stack}: nothing was written.`);
  const request = await forge.request();
  if (request === undefined) return "This commit came with no pull request, so nobody is told.";
  const body = bodyOf(forge, post.marker, post.text);
  const known = begunWith(post.marker, await forge.ownComments(request));
  if (known === undefined) {
    await forge.addComment(request, body);
    return `The ${of} is in a new comment.`;
  }
  await forge.changeComment(request, known.id, body);
  return `The comment of the earlier ${of} was updated.`;
}

/** What a night has found out, as facts and as texts. */
export interface Night {
  /** The gateway beside the state: what somebody moved. */
  readonly drift: unknown;
  readonly driftMarkdown: string;
  /** What an `up` of main would do: also what a merge has not applied. */
  readonly review: unknown;
  readonly reviewMarkdown: string;
}

/** Opens or updates the one issue of this stack while the gateway is not as declared, and closes it when it is again. */
export async function postDrift(forge: Forge, night: Night): Promise<string> {
  const { marker, stack, text } = postIn(night.driftMarkdown, "drift");
  const review = postIn(night.reviewMarkdown, "review");
  const asDeclared = isWithoutDrift(night.drift);
  const asProgrammed = isWithoutChange(night.review);
  const known = begunWith(marker, await forge.ownIssues());
  if (asDeclared && asProgrammed) {
    if (known === undefined) return "The gateway is as declared.";
    await forge.closeIssue(known.id, `The gateway is as declared again: [run](${forge.run}).`);
    return "The gateway is as declared again: the issue was closed.";
  }
  const texts = asProgrammed ? [text] : [text, "---", "What an `up` of main would do:", review.text];
  const body = bodyOf(forge, marker, texts.join("\n\n"));
  if (known === undefined) {
    await forge.openIssue(`The gateway is not as declared: ${stack}`, body);
    return "The gateway is not as declared: an issue was opened.";
  }
  await forge.changeIssue(known.id, body);
  return "The gateway is still not as declared: the issue was updated.";
}

/** The first line of what `workspace-gateway` writes is a hidden one: it says of what and of which stack the text is. */
function postIn(
  markdown: string,
  of: Subject["of"] | "drift",
): { marker: string; stack: string; text: string } {
  const [first = "", ...others] = markdown.split("\n");
  const marker = first.trim();
  const [, what, stack] = /^<!-- workspace-gateway (\w+): (\S+) -->$/.exec(marker) ?? [];
  if (stack === undefined || what !== of)
    throw new Error(`The first line is not that of the ${of}: nothing was written.`);
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
function isWithoutChange(facts: unknown): boolean {
  const { counts, optionChanges = [] }: Row = isRow(facts) ? facts : {};
  if (Array.isArray(optionChanges) && optionChanges.length > 0) return false;
  const numbers = Object.values(isRow(counts) ? counts : {});
  if (numbers.length === 0 || numbers.some((count) => typeof count !== "number"))
    throw new Error("The facts are not those of `workspace-gateway review --json`.");
  return numbers.every((count) => count === 0);
}

/** Whether the gateway has what the state has, and is as expected, of the facts that `workspace-gateway drift --json` writes. */
function isWithoutDrift(facts: unknown): boolean {
  const { changed, missing, undeclared, expectations = [] }: Row = isRow(facts) ? facts : {};
  const unmet = Array.isArray(expectations)
    ? expectations.filter((each) => !isRow(each) || each.status !== "held")
    : undefined;
  const lists = [changed, missing, undeclared, unmet].map((list) => (Array.isArray(list) ? list : undefined));
  return lists.every((list) => {
    if (list === undefined) throw new Error("The facts are not those of `workspace-gateway drift --json`.");
    return list.length === 0;
  });
}
