import { expect, test } from "vitest";
import { settingDoubts } from "../../../provider/client/settings/setting-doubts.js";
import { testSettings } from "../support/settings.ts";

test.each([undefined, "2026-01-31", "20260131", "2026-01-31T10:00:00Z", "2026/01/31"])(
  "%s is a version as the API has them, or none",
  (apiVersion) => {
    expect(settingDoubts(testSettings({ apiVersion }))).toEqual([]);
  },
);

test.each(["v1", "v2026-01-31", "2026", "2026-1-31", "2026-01-3", "latest"])(
  "%s is doubted as a version, by the name of its setting",
  (apiVersion) => {
    const [doubt, ...more] = settingDoubts(testSettings({ apiVersion }));
    expect(doubt).toMatch(/WORKSPACE_GATEWAY_API_VERSION.* is no date such as 2026-01-31/);
    expect(more).toEqual([]);
  },
);
