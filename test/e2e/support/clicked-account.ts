import { type Clicked, Console } from "./console.ts";
import type { World } from "./world.ts";

/** What stands in the workspaces of {@link clickAccount}. */
export interface ClickedAccount {
  readonly console: Console;
  readonly support: Clicked;
  readonly sales: Clicked;
  readonly openai: Clicked;
  readonly gpt: Clicked;
  readonly tone: Clicked;
}

/** Two teams, as somebody clicks them together: an object of every kind that can be exported, and some that cannot. */
export async function clickAccount({ gateway, site }: World): Promise<ClickedAccount> {
  const console = new Console(gateway);
  const support = await console.workspace("Support");
  const sales = await console.workspace("Sales");
  await console.budget(support, 250.5);
  const secret = { api_key: "sk-canary-clicked", model_options: ["zeta", "alpha"] };
  const openai = await console.provider(support, "openai", secret);
  const gpt = await console.model(support, openai, "gpt", { api_name: "gpt-4.1", input_cost: 0.1234567 });
  const tone = await console.prompt(support, "tone", "Be brief.\nBe kind.\nBe exact.\nBe done.\n", {
    model_id: gpt.id,
    environment: "PRODUCTION",
  });
  await console.mapping(support, "gpt-.*", gpt.gateway_name, { is_pattern: true, priority: 10 });
  await console.mapping(support, "lost", "nobody/serves-this", { enabled: false });
  const workflow = { zeta: [1, { b: 2, a: "x" }], alpha: null, some_key: true };
  await console.config(support, "standard", { description: " What most take ", is_default: true, workflow });
  await console.index(support, `${site}/docs`, { title: "Docs" });
  gateway.seed.member(support.id, "member", "ADMIN");
  gateway.seed.workflow(support.id, { name: "triage" });
  const other = await console.provider(sales, "openai", { base_url: "https://other.example" });
  const mini = await console.model(sales, other, "gpt");
  await console.prompt(sales, "tone", "Sell.", { is_global: true, position: 2 });
  await console.mapping(sales, "default", mini.gateway_name);
  if (gateway.variants.twins === true) await clickTwins(console, support, openai, gpt);
  await gateway.idle();
  return { console, support, sales, openai, gpt, tone };
}

/** More objects with names that others have, where a gateway allows it. */
async function clickTwins(console: Console, support: Clicked, openai: Clicked, gpt: Clicked): Promise<void> {
  const twin = await console.workspace("Support");
  await console.prompt(twin, "tone", "Be the other team.");
  const again = await console.provider(support, "openai");
  await console.model(support, again, "gpt");
  await console.model(support, openai, "gpt", { input_cost: 1 });
  await console.prompt(support, "tone", "Be another.");
  await console.mapping(support, "gpt-.*", gpt.gateway_name, { priority: 11 });
}
