import { expect, test } from "vitest";
import { nativeToken, typeToken } from "../../../../provider/spec/token.ts";
import { faultsOf, readMarkdown } from "../markdown/strict-reader.ts";
import { commentOf, longestComment, recorded } from "./recorded.ts";

/** Their comments say that a preview cannot show whether a secret stays the same. */
const doubtful = recorded.filter(({ text }) =>
  commentOf(text).includes("whether an existing secret stays the same"),
);

test.each(recorded.filter((each) => !doubtful.includes(each)))(
  "the comment for $name is the same with the native plugin",
  ({ text }) => {
    expect(commentOf(asNative(text, true))).toBe(commentOf(text));
  },
);

test("with the native plugin, a changed secret is reported as certain and an unchanged one omitted", () => {
  expect(doubtful.map(({ name }) => name)).toEqual(["updated", "secrets"]);
  for (const { text } of doubtful) {
    const [changed, kept] = [commentOf(asNative(text, true)), commentOf(asNative(text, false))];
    expect(changed).toContain(
      "`openai` has its API key changed or removed: `apiKey`. <sub>key-rotated</sub>",
    );
    expect(changed).toContain("`apiKey` changed");
    expect(kept).not.toMatch(/`openai`.*key-rotated|`apiKey` (changed|may)/);
    expect(changed + kept).not.toMatch(/may change|probably|A preview masks secrets/);
  }
});

interface State {
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
}

interface Step {
  op: string;
  urn: string;
  oldState?: State;
  newState?: State;
  detailedDiff?: object;
}

const hiddenOfDynamic = ["__provider", "__carried", "__urn"];

/** The preview of the same change with the plugin: its types, nothing for a dynamic provider, and what differs in detail. */
function asNative(text: string, alsoSecrets: boolean): string {
  const preview: { steps: Step[] } = JSON.parse(text.replaceAll(typeToken(""), nativeToken("")));
  for (const step of preview.steps) {
    for (const values of [step.oldState, step.newState].flatMap((state) => [state?.inputs, state?.outputs])) {
      for (const name of hiddenOfDynamic) delete values?.[name];
    }
    if (step.op === "update" || step.op === "replace") {
      step.detailedDiff = detailsOf(step.oldState?.inputs ?? {}, step.newState?.inputs ?? {}, alsoSecrets);
    }
  }
  return JSON.stringify(preview);
}

function detailsOf(
  olds: Record<string, unknown>,
  news: Record<string, unknown>,
  alsoSecrets: boolean,
): object {
  const names = [...new Set([...Object.keys(olds), ...Object.keys(news)])].filter((name) => {
    const [old, now] = [JSON.stringify(olds[name]), JSON.stringify(news[name])];
    return old !== now || (alsoSecrets && old.includes("[secret]"));
  });
  return Object.fromEntries(names.map((name) => [`${name}[0].any`, { kind: "update", inputDiff: false }]));
}

test.each(recorded)(
  "the comment for $name matches the snapshot, shows no secret, fits the limit, and is valid Markdown",
  async ({ name, text }) => {
    const comment = commentOf(text);
    expect(`${text}${comment}`).not.toMatch(/canary/);
    expect(comment.length).toBeLessThanOrEqual(longestComment);
    expect(faultsOf(readMarkdown(comment.trimEnd()))).toEqual([]);
    await expect(comment).toMatchFileSnapshot(`./${name}.md`);
  },
);
