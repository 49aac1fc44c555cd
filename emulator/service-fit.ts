/** Whether fault rules and scenarios of the settings make sense in front of a service. */

import { scenarioProblem, type ServiceRules } from './api/service.ts';
import type { ScenarioCatalogue } from './faults/scenario.ts';
import { SettingsError } from './settings/settings-error.ts';
import type { Settings } from './settings/settings.ts';

/** Throws a SettingsError for the first rule or scenario that cannot act in front of a service. */
export function refuseUnfit(settings: Settings, scenarios: ScenarioCatalogue, service?: ServiceRules): void {
  if (service === undefined) return;
  const { faults, scenario, accounts } = settings;
  faults.forEach(({ effect }, at) => {
    const problem = service.problemOf(effect);
    if (problem !== undefined) throw new SettingsError(`cannot act here: ${problem}`, { path: `faults.${at}.effect` });
  });
  const own = accounts.map((account, at) => ({ path: `accounts.${at}.scenario`, name: account.scenario }));
  for (const { path, name } of [{ path: 'scenario', name: scenario }, ...own]) {
    const problem = name === undefined ? undefined : scenarioProblem(service, scenarios, name);
    if (problem !== undefined) throw new SettingsError(problem, { path });
  }
}
