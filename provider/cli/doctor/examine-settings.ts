import { readSettings, type Settings, SettingsError } from "../../client/settings/settings.js";
import { about, capital, type Diagnosis } from "../../doctor/diagnosis.js";
import type { Fact } from "../../doctor/fact.js";
import { tellSources, type Written } from "../../doctor/gateway/setting-sources.js";

/** What the settings of a gateway are read from. */
export interface SettingsQuestion {
  readonly written: Written;
  readonly connection: string | undefined;
  /** How the user sets a key. */
  readonly named?: (key: string) => string;
  /** Why settings may be missing that are there: the config of the stack cannot be read. */
  readonly configGap: string | undefined;
}

/** The settings as they are without a credential, and what is to be said of them. */
export function examineSettings(question: SettingsQuestion): {
  settings: Fact<Settings>;
  findings: readonly Diagnosis[];
} {
  try {
    const settings = readAll(question, "sign in");
    return { settings: { known: settings }, findings: [tellSettings(question, settings)] };
  } catch (error) {
    if (!(error instanceof SettingsError)) {
      throw error;
    }
    return { settings: { why: "the settings are not complete" }, findings: [incomplete(error, question)] };
  }
}

/** Where the settings come from; or what is missing to sign in, which a reachable gateway does not need. */
function tellSettings(question: SettingsQuestion, settings: Settings): Diagnosis {
  try {
    readAll(question, "call");
    return tellSources(question.written, settings);
  } catch (error) {
    if (!(error instanceof SettingsError)) {
      throw error;
    }
    return incomplete(error, question);
  }
}

/** A setting is missing or wrong; or it may stand where nobody can read. */
function incomplete({ message }: SettingsError, { configGap }: SettingsQuestion): Diagnosis {
  const check = about("settings");
  if (configGap !== undefined) {
    return check.notChecked(`they may stand in the stack's config, and ${configGap}`);
  }
  const [what = message, ...remedies] = message.split(": ");
  return check.problem({
    found: `${capital(what)}.`,
    means: "The first resource would refuse to work.",
    remedy: `${capital(remedies.join(": "))}.`,
  });
}

function readAll({ written, connection, named }: SettingsQuestion, to: "call" | "sign in"): Settings {
  const source = { env: written.env, config: written.config, ...(named === undefined ? {} : { named }) };
  return readSettings(source, connection, to);
}

/** The settings with a credential; undefined if there is none. */
export function wholeSettings(question: SettingsQuestion): Settings | undefined {
  try {
    return readAll(question, "call");
  } catch (error) {
    if (error instanceof SettingsError) {
      return undefined; // `examineSettings` has told it
    }
    throw error;
  }
}
