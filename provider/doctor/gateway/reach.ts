import { describeBody } from "../../client/http/errors.js";
import type { Reply } from "../../client/http/exchange.js";
import type { Settings } from "../../client/settings/settings.js";
import { about, type Diagnosis } from "../diagnosis.js";
import { type Contact, isWebPageReply } from "./contact.js";
import { whyUnreachable } from "./unreachable.js";

/** What was found on the way to a gateway, and whether to send a credential there. */
export interface Reach {
  readonly findings: readonly Diagnosis[];
  /** Why there is nothing more to ask; undefined if a management API seems to be there. */
  readonly over?: string;
}

type Place = Pick<Settings, "baseUrl" | "named">;

const gateway = about("gateway");
const noApi = "No request of this package can succeed there, and no credential was sent.";

/** Judges the answer to a question without a credential. A management API refuses it with 401. */
export function reachOf(
  knock: Contact,
  place: Place,
  env: Readonly<Record<string, string | undefined>>,
): Reach {
  if ("failure" in knock) {
    return {
      findings: whyUnreachable(knock.failure, place, env),
      over: "the gateway cannot be reached",
    };
  }
  const { finding, over } = judge(knock.reply, knock.answered - knock.asked, place);
  return {
    findings: [finding, tls(place)],
    ...(over === undefined ? {} : { over }),
  };
}

function judge(
  reply: Reply,
  milliseconds: number,
  { baseUrl, named }: Place,
): { finding: Diagnosis; over?: string } {
  const { status } = reply;
  const facts = { baseUrl, status, milliseconds };
  const remedy = `Set ${named("baseUrl")} to the root of the management API, which ends in /api/v1.`;
  const notIt = (found: string) => ({
    finding: gateway.problem({ found: `${baseUrl} ${found}`, means: noApi, remedy, facts }),
    over: "no management API was found",
  });
  if (status >= 300 && status < 400) {
    return notIt(`answers ${status}, a redirect to ${destination(reply)}, which is never followed.`);
  }
  if (status === 404 || status === 405 || status === 410) {
    return notIt(`answers ${status} to GET /user, so it is no management API: ${quoteOf(reply)}.`);
  }
  if (status === 407) {
    return notIt("answers 407: a proxy stands before it and wants its own credentials.");
  }
  if (status < 300) {
    return isWebPageReply(reply)
      ? notIt("answers with a web page: perhaps the page of a proxy, a portal or the console.")
      : notIt("answers GET /user without asking for a token, so it is no management API.");
  }
  if (status >= 500) {
    const found = `${baseUrl} answers ${status}: ${quoteOf(reply)}.`;
    const means = "The gateway, or a proxy before it, fails. A write would fail too.";
    const again = "Try again later. If it stays so, tell those who run the gateway.";
    return {
      finding: gateway.problem({ found, means, remedy: again, facts }),
      over: `the gateway answers ${status}`,
    };
  }
  if (isWebPageReply(reply)) {
    const found = `${baseUrl} answers ${status} with a web page instead of JSON.`;
    const means = "If the token is refused below, a proxy that wants its own sign-in may answer.";
    return {
      finding: gateway.warning({ found, means, remedy: `Compare it with ${named("baseUrl")}.`, facts }),
    };
  }
  const found = `${baseUrl} answers as a management API, in ${milliseconds} ms.`;
  return { finding: gateway.ok({ found, facts }) };
}

function tls({ baseUrl, named }: Place): Diagnosis {
  const { protocol, hostname } = new URL(baseUrl);
  const check = about("TLS");
  if (protocol === "https:") {
    return check.ok({ found: `The certificate of ${hostname} is trusted.` });
  }
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
    ? check.ok({ found: "Plain http, which does not leave this machine." })
    : check.warning({
        found: `Plain http to ${hostname}, which \`allowHttp\` allows.`,
        means: "Everybody on the way can read the credentials.",
        remedy: `Use https in ${named("baseUrl")}.`,
      });
}

function destination({ headers: { location } }: Reply): string {
  return location !== undefined && URL.canParse(location) ? new URL(location).origin : "another path";
}

function quoteOf({ body }: Reply): string {
  return describeBody(body) || "no reason given";
}
