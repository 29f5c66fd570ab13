import { describeBody } from "../../client/http/errors.js";
import type { Reply } from "../../client/http/exchange.js";
import { settingDoubts } from "../../client/settings/setting-doubts.js";
import type { Settings } from "../../client/settings/settings.js";
import { about, type Diagnosis } from "../diagnosis.js";

const check = about("API version");

/**
 * Judges the answer to a request with a good token that pinned the version. A GET has no body, so a 400 means the version
 * (api.md, "Errors").
 *
 * @param secrets - what the answer may repeat, and no finding may show
 */
export function judgeVersion(reply: Reply, settings: Settings, secrets: readonly string[]): Diagnosis {
  const { apiVersion, named } = settings;
  if (apiVersion === undefined) {
    return unpinned(reply, settings);
  }
  if (reply.status === 400) {
    return check.problem({
      found: `The gateway does not serve the pinned version ${apiVersion}: ${describeBody(reply.body, secrets) || "400"}.`,
      means: "Every request would be refused.",
      remedy: `Set ${named("apiVersion")} to a version that the gateway serves.`,
      facts: { pinned: apiVersion },
    });
  }
  if (reply.status >= 300) {
    return check.notChecked(`the gateway answers ${reply.status}`);
  }
  const [doubt] = settingDoubts(settings);
  return doubt === undefined
    ? echo(reply, apiVersion, settings)
    : check.warning({
        found: `${doubt}, and the gateway takes it.`,
        means: "It may not mean what it says.",
        remedy: `Set ${named("apiVersion")} to the date of a version.`,
        facts: { pinned: apiVersion },
      });
}

function echo(reply: Reply, pinned: string, { versionEchoHeader, named }: Settings): Diagnosis {
  const found = `The pinned version ${pinned} is accepted`;
  if (versionEchoHeader === undefined) {
    const header = Object.keys(reply.headers).find((name) => reply.headers[name] === pinned);
    return check.ok({
      found: `${found}${header === undefined ? "" : `, and repeated in the header ${header}`}.`,
      ...(header === undefined
        ? {}
        : { remedy: `To have every answer checked, set ${named("versionEchoHeader")} to ${header}.` }),
      facts: { pinned, echoedIn: header },
    });
  }
  const served = reply.headers[versionEchoHeader.toLowerCase()];
  const facts = { pinned, served };
  if (served === undefined) {
    return check.warning({
      found: `${found}, but the answer has no header ${versionEchoHeader}.`,
      means: "Nothing checks which version the gateway serves.",
      remedy: `Correct ${named("versionEchoHeader")}, or take it away.`,
      facts,
    });
  }
  return served === pinned
    ? check.ok({ found: `${found} and served, as ${versionEchoHeader} says.`, facts })
    : check.problem({
        found: `The gateway serves version ${served}, not the pinned ${pinned}.`,
        means: "Every request would be refused by this package.",
        remedy: `Set ${named("apiVersion")} to a version that the gateway serves.`,
        facts,
      });
}

/** A header with nothing but a date is most probably the version (api.md, "Versioning" 4). */
function unpinned({ headers }: Reply, { versionEchoHeader, named }: Settings): Diagnosis {
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
