/** Defines the properties of each tab of an account. */

import type { AccountView } from '../../control/view-schemas.ts';
import type { RuleView } from '../../control/routes/faults.ts';
import type { ActiveScenario, ScenarioView } from '../../control/routes/scenarios.ts';
import type { GenerationLine } from '../model/account-lines.ts';

export interface AccountTabProps {
  readonly name: string;
  readonly account: AccountView;
  /** The time of the account's clock, in milliseconds. */
  readonly now: number;
  readonly lines: readonly GenerationLine[];
  /** The number of all generations. */
  readonly total: number;
  readonly rules: readonly RuleView[];
  readonly active: readonly ActiveScenario[];
  readonly catalog: readonly ScenarioView[];
}
