import type { EvidenceTerms } from "../evidence/evidence-terms.js";
import { ageText } from "../evidence/max-age.js";
import type { RuleChange } from "./guard-rules.js";

/** What is asked of changed prompts here, and otherwise by the rules that hold. Another key may be anybody's. */
export function comparePromptRules(
  held: EvidenceTerms | undefined,
  here: EvidenceTerms | undefined,
): RuleChange[] {
  const change = (words: string, isLooser: boolean) => ({ key: "promptsEvaluated", words, isLooser });
  if (held === undefined || here === undefined) {
    const isOff = here === undefined;
    return held === here ? [] : [change(isOff ? "is taken out" : "is added", isOff)];
  }
  const others = (some: readonly string[], than: readonly string[]) =>
    some.filter((each) => !than.includes(each));
  return [
    ...(held.maxAge === here.maxAge
      ? []
      : [change(`maxAge ${ageText(held.maxAge)} → ${ageText(here.maxAge)}`, here.maxAge > held.maxAge)]),
    ...others(held.environments, here.environments).map((each) => change(`${each} is taken out`, true)),
    ...others(here.environments, held.environments).map((each) => change(`${each} is added`, false)),
    ...keyChanges(held, here, change),
  ];
}

function keyChanges(
  held: EvidenceTerms,
  here: EvidenceTerms,
  change: (words: string, isLooser: boolean) => RuleChange,
): RuleChange[] {
  const [old, planned] = [held, here].map(({ signers }) =>
    signers
      ?.map(({ fingerprint }) => fingerprint)
      .toSorted()
      .join(),
  );
  if (old === planned) {
    return [];
  }
  return [
    old === undefined
      ? change("a signature is needed from now on", false)
      : change(planned === undefined ? "no signature is needed any more" : "key is another one", true),
  ];
}
