import "./account.ts";
import "./internal-tools.ts";
import "./support-assistant.ts";
