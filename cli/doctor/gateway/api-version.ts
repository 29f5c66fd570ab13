import {
  defined,
  describeBody,
  type Reply,
  type Settings,
  settingDoubts,
} from "pulumi-workspace-gateway/tools";
import type { Checking, Diagnosis } from "../diagnosis.js";
import { gatewayRow } from "../known.js";

/**
 * Judges the answer to a request with a good token that pinned the version. A GET has no body, so a 400 means the version
 * (the API's section "Errors").
 */
export const versionCheck = gatewayRow("API version", ["session", "settings", "account"], (known, check) => {
  const { pinned: answer, secrets } = known.session;
  const { apiVersion, named } = known.settings;
  if ("failure" in answer) {
    return check.notChecked("no answer came");
  }
  const { status, body } = answer.reply;
  if (status >= 300 && status !== 400) {
    return check.notChecked(`the gateway answers ${status}`);
  }
  if (apiVersion === undefined) {
    return unpinned(answer.reply, known.settings, check);
  }
  return status === 400
    ? check.problem({
        found: `The gateway does not serve the pinned version ${apiVersion}: ${describeBody(body, secrets) || "400"}.`,
        means: "Every request would be refused.",
        remedy: `Set ${named("apiVersion")} to a version that the gateway serves.`,
        facts: { pinned: apiVersion },
      })
    : accepted(answer.reply, apiVersion, known.settings, check);
});

/** The version is taken. An echo of it would show that it is also served (the API's section "Versioning", 4). */
function accepted({ headers }: Reply, pinned: string, settings: Settings, check: Checking): Diagnosis {
  const { versionEchoHeader, named } = settings;
  const name = versionEchoHeader?.toLowerCase();
  const echo = name ?? Object.keys(headers).find((each) => headers[each] === pinned);
  const served = echo === undefined ? undefined : headers[echo];
  const facts = { pinned, served, echoedIn: served === undefined ? undefined : echo };
  const found = `The pinned version ${pinned} is accepted`;
  const [doubt] = settingDoubts(settings);
  if (doubt !== undefined) {
    const remedy = `Set ${named("apiVersion")} to the date of a version.`;
    return check.warning({
      found: `${doubt}, and the gateway takes it.`,
      means: "It may not mean what it says.",
      remedy,
      facts,
    });
  }
  if (served !== undefined && served !== pinned) {
    return check.problem({
      found: `The gateway serves version ${served}, not the pinned ${pinned}.`,
      means: "Every request would be refused by this package.",
      remedy: `Set ${named("apiVersion")} to a version that the gateway serves.`,
      facts,
    });
  }
  if (name !== undefined && served === undefined) {
    return check.warning({
      found: `${found}, but the answer has no header ${versionEchoHeader}.`,
      means: "Nothing checks which version the gateway serves.",
      remedy: `Correct ${named("versionEchoHeader")}, or remove it.`,
      facts,
    });
  }
  const more = served === undefined ? "" : `, and repeated in the header ${echo}`;
  const advice = `To have every answer checked, set ${named("versionEchoHeader")} to ${echo}.`;
  return check.ok({
    found: `${found}${more}.`,
    ...defined({ remedy: name === undefined && served !== undefined ? advice : undefined }),
    facts,
  });
}

/** A header with nothing but a date is most probably the version (the API's section "Versioning", 4). */
function unpinned({ headers }: Reply, { versionEchoHeader, named }: Settings, check: Checking): Diagnosis {
  const guess = Object.keys(headers).find((name) => /^\d{4}-\d{2}-\d{2}$/.test(headers[name] ?? ""));
  const header = versionEchoHeader?.toLowerCase() ?? guess;
  const served = header === undefined ? undefined : headers[header];
  return check.ok({
    found: `No version is pinned${served === undefined ? "" : `, and ${served} is served (header ${header})`}.`,
    means: "The gateway's latest is used, also when there is a newer one.",
    remedy: `To stay with one, set ${named("apiVersion")}.`,
    facts: { served, echoedIn: served === undefined ? undefined : header },
  });
}
