import type { Command } from "commander";
import { defined, isJsonObject, type JsonObject } from "pulumi-workspace-gateway/tools";
import { clientFor, type GatewayOptions, gatewayCommand, settingsFor } from "../gateway.js";
import { type Terminal, UsageError } from "../terminal.js";
import { covered } from "../text/mask.js";

export function apiCommand(terminal: Terminal): Command {
  return gatewayCommand("api", "Send a request to the management API, and print the answer.", {
    examples: [
      "workspace-gateway api GET /user",
      "workspace-gateway api GET '/models?workspace_id=ws_123'",
      `workspace-gateway api PATCH /workspaces/ws_123 --data '{"name":"Support"}' --yes`,
    ],
    notes:
      "The path begins below the base URL. The command signs in as `pulumi up` would, and keeps to the rate limit. Any\n" +
      "method but GET asks first. Gateway keys, invitation codes and links are masked without --show-secrets.",
  })
    .argument("<method>", "GET, POST, PUT, PATCH or DELETE")
    .argument("<path>", "path below the base URL, with its query")
    .option("--data <json>", "body of the request")
    .option("--show-secrets", "print gateway keys, codes and links in plain text")
    .option("-y, --yes", "send a change without asking; required without a terminal")
    .action((method: string, path: string, options: ApiOptions) => callApi(method, path, options, terminal));
}

interface ApiOptions extends GatewayOptions {
  readonly data?: string;
  readonly showSecrets?: true;
  readonly yes?: true;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

async function callApi(word: string, path: string, options: ApiOptions, terminal: Terminal): Promise<void> {
  const method = methods.find((each) => each === word.toUpperCase());
  if (method === undefined) {
    throw new UsageError(`the method is ${methods.join(", ")}, not ${word}.`);
  }
  // A URL parser would resolve these, to another place than the one that was typed.
  if (!/^\/(?!\/)/.test(path) || /[#\\\s]|\/\.{1,2}(?:\/|\?|$)/.test(path)) {
    throw new UsageError(
      "the path must begin with one `/`, and have no `..`, `#` or spaces: /workspaces/ws_123.",
    );
  }
  const body = options.data === undefined ? undefined : bodyOf(options.data);
  if (method === "GET" && body !== undefined) {
    throw new UsageError("--data cannot be used with GET.");
  }
  if (method !== "GET" && !options.yes) {
    if (!terminal.interactive) {
      throw new UsageError(`${method} changes the gateway. Pass --yes to send it without a terminal.`);
    }
    if (!(await terminal.confirm(`Send ${method} ${path} to the gateway?`))) {
      terminal.note("Nothing was sent.");
      return;
    }
  }
  const { client } = clientFor(settingsFor(terminal, options), terminal);
  const [pathname = path, query = ""] = path.split("?", 2);
  const { body: answer = null } = await client.send({
    method,
    path: pathname,
    query: Object.fromEntries(new URLSearchParams(query)),
    ...defined({ body }),
  });
  terminal.out(JSON.stringify(options.showSecrets ? answer : withoutSecrets(answer), undefined, 2));
}

function bodyOf(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) {
      return value;
    }
  } catch {
    // The error below says what is expected.
  }
  throw new UsageError("--data must be a JSON object.");
}

const secretKeys = new Set(["gate_key", "code", "link", "api_key", "token", "access_token", "client_secret"]);

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withoutSecrets);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      secretKeys.has(key) && each !== null ? covered : withoutSecrets(each),
    ]),
  );
}
