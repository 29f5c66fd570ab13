import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { defined, isJsonObject, type JsonObject } from "pulumi-workspace-gateway/tools";
import { givenText } from "../files.js";
import { clientFor, type GatewayOptions, gatewayCommand, settingsFor } from "../gateway.js";
import { maskFor } from "../masking.js";
import { forPrograms, type OutputOptions, resultText } from "../output.js";
import { type Terminal, UsageError } from "../terminal.js";
import { covered, type Mask } from "../text/mask.js";

export function apiCommand(terminal: Terminal): Command {
  return gatewayCommand("api", "Send a request to the management API, and print the response.", {
    examples: [
      "workspace-gateway api GET /user",
      "workspace-gateway api GET '/models?workspace_id=ws_123'",
      `workspace-gateway api PATCH /workspaces/ws_123 --data '{"name":"Support"}' --yes`,
    ],
    notes:
      "The path is relative to the base URL. Settings come from the environment, not from a stack's config. The command\n" +
      "respects the rate limit, and asks before it sends any request other than GET. Without --show-secrets, it masks keys,\n" +
      "tokens, codes and links.",
    formats: forPrograms,
  })
    .argument("<method>", "GET, POST, PUT, PATCH or DELETE")
    .argument("<path>", "path relative to the base URL, including the query")
    .option("--data <json>", "request body; @FILE reads a file, - reads standard input")
    .option("--show-secrets", "print gateway keys, codes and links in plain text")
    .option("-y, --yes", "send a change without confirmation; required if there is no terminal")
    .action((method: string, path: string, options: ApiOptions) => callApi(method, path, options, terminal));
}

interface ApiOptions extends GatewayOptions, OutputOptions {
  readonly data?: string;
  readonly showSecrets?: true;
  readonly yes?: true;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

async function callApi(word: string, path: string, options: ApiOptions, terminal: Terminal): Promise<void> {
  const method = methods.find((each) => each === word.toUpperCase());
  if (method === undefined) {
    throw new UsageError(`the method must be one of ${methods.join(", ")}, not ${word}.`);
  }
  // A URL parser would resolve a path with `..`, `#` or a leading `//` to a different address.
  if (!/^\/(?!\/)/.test(path) || /[#\\\s]|\/(?:\.|%2e){1,2}(?:\/|\?|$)/i.test(path)) {
    throw new UsageError(
      "the path must begin with a single `/`, without `..`, `#` or spaces, such as /workspaces/ws_123.",
    );
  }
  const { pathname, query } = partsOf(path);
  const body = options.data === undefined ? undefined : bodyOf(await dataText(options.data));
  if (method === "GET" && body !== undefined) {
    throw new UsageError("--data cannot be used with GET.");
  }
  const settings = settingsFor(terminal, options);
  if (method !== "GET" && !options.yes) {
    if (!terminal.interactive) {
      throw new UsageError(`${method} changes the gateway. Pass --yes to send it without a terminal.`);
    }
    if (!(await terminal.confirm(`Send ${method} ${settings.baseUrl}${path}?`))) {
      terminal.note("Nothing was sent.");
      return;
    }
  }
  const { client } = clientFor(settings, terminal);
  const secrets = secretTexts(body);
  const { body: answer = null } = await client.send({
    method,
    path: pathname,
    query,
    secrets,
    ...defined({ body }),
  });
  const shown = options.showSecrets ? answer : withoutSecrets(answer, maskFor(terminal));
  terminal.out(resultText({ output: options.output ?? "json" }, () => shown));
}

function partsOf(path: string): { pathname: string; query: Record<string, string> } {
  const at = path.indexOf("?");
  const parameters = new URLSearchParams(at < 0 ? "" : path.slice(at + 1));
  const query = Object.fromEntries(parameters);
  if (Object.keys(query).length !== parameters.size) {
    throw new UsageError("the query contains the same parameter twice.");
  }
  return { pathname: at < 0 ? path : path.slice(0, at), query };
}

/** Other users can see command-line options, so a secret should come from a file or standard input. */
function dataText(data: string): Promise<string> | string {
  if (data === "-") {
    return text(process.stdin);
  }
  return data.startsWith("@") ? givenText(data.slice(1)) : data;
}

function bodyOf(data: string): JsonObject {
  try {
    const value: unknown = JSON.parse(data);
    if (isJsonObject(value)) {
      return value;
    }
  } catch {
    // The error below states the expected format.
  }
  throw new UsageError("--data must be a JSON object.");
}

const secretKeys = new Set(
  [
    "gateKey",
    "code",
    "link",
    "apiKey",
    "token",
    "accessToken",
    "refreshToken",
    "clientSecret",
    "secret",
    "password",
  ].map(plain),
);

function plain(key: string): string {
  return key.toLowerCase().replaceAll(/[-_]/g, "");
}

function secretTexts(value: unknown): string[] {
  if (Array.isArray(value)) {
    return value.flatMap(secretTexts);
  }
  if (!isJsonObject(value)) {
    return [];
  }
  return Object.entries(value).flatMap(([key, each]) =>
    typeof each === "string" && secretKeys.has(plain(key)) ? [each] : secretTexts(each),
  );
}

function withoutSecrets(value: unknown, mask: Mask): unknown {
  if (Array.isArray(value)) {
    return value.map((each) => withoutSecrets(each, mask));
  }
  if (typeof value === "string") {
    return mask(value);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      secretKeys.has(plain(key)) && each !== null ? covered : withoutSecrets(each, mask),
    ]),
  );
}
