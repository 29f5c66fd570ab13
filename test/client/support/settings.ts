import { readSettings, type Settings } from "../../../provider/client/settings.js";

/** Settings as a plain environment gives them, with what the test is about put over them. */
export function testSettings(over: Partial<Settings> = {}): Settings {
  const env = {
    WORKSPACE_GATEWAY_BASE_URL: "https://gateway.test/api/v1",
    WORKSPACE_GATEWAY_ACCESS_TOKEN: "token-of-the-tests",
  };
  return { ...readSettings({ env, config: () => undefined }), ...over };
}
