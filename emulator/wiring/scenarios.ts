/** Builds the scenarios. Rejects settings that name unknown scenarios, or scenarios that cannot act in a proxy. */

import { scenarioProblem, type ServiceRules } from '../api/service.ts';
import { noSuchScenario } from '../domain/near-names.ts';
import { createScenarioCatalog } from '../faults/catalog.ts';
import type { ScenarioCatalog } from '../faults/scenario.ts';
import { SettingsError } from '../settings/settings-error.ts';
import type { Settings } from '../settings/settings.ts';

export function wireScenarios(settings: Settings, service: ServiceRules | undefined): ScenarioCatalog {
  const scenarios = createScenarioCatalog(settings.pace);
  const named = scenariosNamedIn(settings);
  refuseUnknown(named, scenarios);
  if (service !== undefined) refuseUnfit(settings, { named, scenarios, service });
  return scenarios;
}

interface NamedScenario {
  readonly path: string;
  readonly name: string;
}

function scenariosNamedIn({ scenario, accounts }: Settings): NamedScenario[] {
  const own = accounts.map((account, at) => ({ path: `accounts.${at}.scenario`, name: account.scenario }));
  return [{ path: 'scenario', name: scenario }, ...own].flatMap(({ path, name }) =>
    name === undefined ? [] : [{ path, name }],
  );
}

function refuseUnknown(named: readonly NamedScenario[], { names }: ScenarioCatalog): void {
  for (const { path, name } of named) {
    if (!names().includes(name)) throw new SettingsError(noSuchScenario(name, names()), { path });
  }
}

interface InFrontOfService {
  readonly named: readonly NamedScenario[];
  readonly scenarios: ScenarioCatalog;
  readonly service: ServiceRules;
}

/** Throws a SettingsError for the first rule or scenario that cannot act in a proxy. */
function refuseUnfit({ faults }: Settings, { named, scenarios, service }: InFrontOfService): void {
  faults.forEach(({ effect }, at) => {
    const problem = service.problemOf(effect);
    if (problem !== undefined)
      throw new SettingsError(`cannot act in a proxy: ${problem}`, { path: `faults.${at}.effect` });
  });
  for (const { path, name } of named) {
    const problem = scenarioProblem(service, scenarios, name);
    if (problem !== undefined) throw new SettingsError(problem, { path });
  }
}
