import { describeBody, type Reply } from "pulumi-workspace-gateway/tools";
import { gatewayRow } from "../known.js";
import type { Fact } from "../table.js";
import { type Answer, accountIn, type Contact, isWebPageReply } from "./contact.js";
import { whyUnreachable } from "./unreachable.js";

const noApi = "No request of this package can succeed there, and no credential was sent.";

/** The answer to a question without a credential, if one came. */
export function answerIn(knock: Contact): Fact<Answer> {
  return "failure" in knock ? { why: "the gateway cannot be reached" } : { known: knock };
}

/** Whether a management API seems to be there: nothing else gets a credential. */
export function apiIn({ reply }: Answer): Fact<Reply> {
  if (reply.status >= 500) {
    return { why: `the gateway answers ${reply.status}` };
  }
  return wrongAnswer(reply) === undefined ? { known: reply } : { why: "no management API was found" };
}

/** Judges the way to the gateway. A management API refuses a question without a credential with 401. */
export const reachCheck = gatewayRow("gateway", ["knock", "place", "machine"], (known, check) => {
  const { knock, place } = known;
  if ("failure" in knock) {
    const { isOfTls, ...said } = whyUnreachable(knock.failure, place, known.machine.env);
    return isOfTls
      ? check.notChecked("there is no connection that can be trusted")
      : check.problem({ ...said, means: "No request reaches the gateway." });
  }
  const { reply, asked, answered } = knock;
  const { baseUrl, named } = place;
  const { status } = reply;
  const facts = { baseUrl, status, milliseconds: answered - asked };
  const wrong = wrongAnswer(reply);
  if (wrong !== undefined) {
    const remedy = `Set ${named("baseUrl")} to the root of the management API, which ends in /api/v1.`;
    return check.problem({ found: `${baseUrl} ${wrong}`, means: noApi, remedy, facts });
  }
  if (status >= 500) {
    const found = `${baseUrl} answers ${status}: ${quoteOf(reply)}.`;
    const means = "The gateway, or a proxy before it, fails. A write would fail too.";
    const remedy = "Try again later. If it stays so, tell those who run the gateway.";
    return check.problem({ found, means, remedy, facts });
  }
  const doubt = doubtfulAnswer(reply);
  const remedy = `Compare the address with ${named("baseUrl")}.`;
  return doubt === undefined
    ? check.ok({ found: `${baseUrl} answers as a management API, in ${facts.milliseconds} ms.`, facts })
    : check.warning({ found: `${baseUrl} ${doubt}`, means: "It may be another server.", remedy, facts });
});

function doubtfulAnswer(reply: Reply): string | undefined {
  if (reply.status < 300) {
    return "answers GET /user without asking for a token.";
  }
  return isWebPageReply(reply) ? `answers ${reply.status} with a web page instead of JSON.` : undefined;
}

/** How an answer shows that no management API is there, in words that follow its address. */
function wrongAnswer(reply: Reply): string | undefined {
  const { status } = reply;
  if (status >= 300 && status < 400) {
    return `answers ${status}, a redirect to ${destination(reply)}, which is never followed.`;
  }
  if (status === 404 || status === 405 || status === 410) {
    return `answers ${status} to GET /user, so it is no management API: ${quoteOf(reply)}.`;
  }
  if (status === 407) {
    return "answers 407: a proxy stands before it and wants its own credentials.";
  }
  if (status >= 300 || accountIn(reply) !== undefined) {
    return undefined;
  }
  return isWebPageReply(reply)
    ? "answers with a web page: perhaps the page of a proxy, a portal or the console."
    : "answers GET /user without asking for a token, so it is no management API.";
}

/** Judges how the connection is protected: by the gateway's certificate, or not at all with plain http. */
export const tlsCheck = gatewayRow("TLS", ["knock", "place", "machine"], (known, check) => {
  const { knock, place } = known;
  const { protocol, hostname } = new URL(place.baseUrl);
  if ("failure" in knock) {
    const { isOfTls, ...said } = whyUnreachable(knock.failure, place, known.machine.env);
    return isOfTls
      ? check.problem({ ...said, means: "Nothing is sent, and so no credential." })
      : check.notChecked("no connection was made");
  }
  if (protocol === "https:") {
    return check.ok({ found: `The certificate of ${hostname} is trusted.` });
  }
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
    ? check.ok({ found: "Plain http, which does not leave this machine." })
    : check.warning({
        found: `Plain http to ${hostname}, which \`allowHttp\` allows.`,
        means: "Everybody on the way can read the credentials.",
        remedy: `Use https in ${place.named("baseUrl")}.`,
      });
});

function destination({ headers: { location } }: Reply): string {
  return location !== undefined && URL.canParse(location) ? new URL(location).origin : "another path";
}

function quoteOf({ body }: Reply): string {
  return describeBody(body) || "no reason given";
}
