/** The JSON of the control API by name, as its document says it. */

import type { components, paths } from '../schema.d.ts';

type Schemas = components['schemas'];

export type AccountJson = Schemas['Account'];
export type LedgerJson = Schemas['Ledger'];
export type ClockJson = Schemas['Clock'];
export type GenerationJson = Schemas['Generation'];
export type ScenarioJson = Schemas['Scenario'];
export type ActiveScenarioJson = Schemas['ActiveScenario'];
export type RuleJson = Schemas['RuleInUse'];
export type TimeEventJson = Schemas['TimeEvent'];

/** Where a generation is moved to. */
export type MoveJson = NonNullable<
  paths['/_standin/accounts/{name}/generations/{id}/move']['post']['requestBody']
>['content']['application/json'];
