import { nativeToken, typeToken } from "../../../../provider/spec/token.ts";

interface State {
  inputs?: Record<string, unknown>;
  outputs?: Record<string, unknown>;
  delete?: boolean;
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
export function asNative(text: string, alsoSecrets: boolean): string {
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

/**
 * The preview of the same change by `--refresh`, where nothing drifted: the engine tells first what it read, with the URN that
 * the state has.
 */
export function asRefreshed(text: string, urnInState: (urn: string) => string): string {
  const preview: { steps: Step[] } = JSON.parse(text);
  const refreshes = preview.steps.flatMap(({ urn, oldState }): Step[] => {
    if (oldState === undefined) return [];
    const { delete: _marked, ...read } = oldState;
    return [{ op: "refresh", urn: urnInState(urn), oldState: read, newState: read }];
  });
  return JSON.stringify({ ...preview, steps: [...refreshes, ...preview.steps] });
}
