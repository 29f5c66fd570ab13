import { expect, test } from "vitest";
import { Results, type Row } from "../results.ts";
import { settingsSection } from "./settings.ts";

function created(profile: Row["profile"], run: number, seconds: number): Row {
  const requests = { all: 552, refused: 0, repeated: 0 };
  return { profile, mix: "a", size: 550, phase: "create", run, contestant: "ours", seconds, requests };
}

test("settings are shown from the runs that tried the most of them, so that each stands beside its own default", () => {
  const quietHour = [created("normal", 0, 20), created("fast", 0, 6)];
  const busyHour = [created("normal", 1000, 26), created("fast", 1000, 8), created("zstd", 1000, 22)];
  const shown = settingsSection(new Results([...quietHour, ...busyHour]));
  expect(shown).toContain("| as it is by default | nothing | 26.0 |");
  expect(shown).toContain("| `PULUMI_DIY_BACKEND_ZSTD=true` | nothing | 22.0 |");
  expect(shown).toMatch(/PULUMI_SKIP_CHECKPOINTS=true` \| .* \| 8\.0 \|/);
});
