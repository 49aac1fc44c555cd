/** Lists the calls of the control API that the panel makes, with the types of the routes. */

import type { AccountView } from '../../control/view-schemas.ts';
import type { AccountListView } from '../../control/routes/accounts.ts';
import type { RuleView } from '../../control/routes/faults.ts';
import type { GenerationView } from '../../control/routes/generations.ts';
import type { LedgerSheetView } from '../../control/routes/credits.ts';
import type { ActiveScenario, ScenarioView } from '../../control/routes/scenarios.ts';
import type { ServerView } from '../../control/routes/server.ts';
import type { Entry } from '../../journal/entry.ts';
import type { EntrySummary } from '../../journal/summary.ts';

/** The calls that read, with the types of their responses. */
export interface ControlReads {
  '/server': ServerView;
  '/requests': { readonly requests: readonly EntrySummary[] };
  '/explain/{id}': { readonly entry: Entry; readonly explanation: string };
  '/scenarios': { readonly scenarios: readonly ScenarioView[] };
  '/accounts': AccountListView;
  '/accounts/{name}': AccountView;
  '/accounts/{name}/faults': { readonly rules: readonly RuleView[] };
  '/accounts/{name}/scenarios': { readonly scenarios: readonly ActiveScenario[] };
  '/accounts/{name}/generations': { readonly generations: readonly GenerationView[]; readonly total: number };
  '/accounts/{name}/generations/{id}': GenerationView;
  '/accounts/{name}/journal': { readonly entries: readonly Entry[] };
  '/accounts/{name}/ledger': LedgerSheetView;
}

export interface OpenedAccount {
  readonly account: AccountView;
  readonly key: string;
}
