import { type Exchange, type Outcome, type Reply, RequestError } from "../../../provider/client/exchange.js";
import { readSettings, type Settings } from "../../../provider/client/settings.js";

export function reply(status: number, body?: unknown, headers: Reply["headers"] = {}): Reply {
  return { status, headers, body };
}

export function networkError({ method, path }: Exchange, outcome: Outcome): RequestError {
  return new RequestError({ method, path, outcome, said: "no answer" });
}

/** Settings as a plain environment gives them, with what the test is about put over them. */
export function testSettings(over: Partial<Settings> = {}): Settings {
  const env = {
    WORKSPACE_GATEWAY_BASE_URL: "https://gateway.test/api/v1",
    WORKSPACE_GATEWAY_ACCESS_TOKEN: "token-of-the-tests",
  };
  return { ...readSettings({ env, config: () => undefined }), ...over };
}
