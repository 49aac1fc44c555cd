/** Builds the scenarios. Rejects settings that name unknown scenarios, or scenarios that cannot act in a proxy. */

import { scenarioProblem, type ServiceRules } from '../api/service.ts';
import { noSuchScenario } from '../domain/near-names.ts';
import { createScenarioCatalog } from '../faults/catalog.ts';
import type { ScenarioCatalog } from '../faults/scenario.ts';
import { SettingsError, type Settings } from '../settings/settings.ts';

export function wireScenarios(settings: Settings, service: ServiceRules | undefined): ScenarioCatalog {
  const scenarios = createScenarioCatalog(settings.pace);
  const problemOf = (name: string): string | undefined => {
    if (!scenarios.names().includes(name)) return noSuchScenario(name, scenarios.names());
    return service && scenarioProblem(service, scenarios, name);
  };
  const named = settings.accounts.map(({ scenario }, at) => [`accounts.${at}.scenario`, scenario] as const);
  for (const [path, name] of [['scenario', settings.scenario] as const, ...named]) {
    const problem = name === undefined ? undefined : problemOf(name);
    if (problem !== undefined) throw new SettingsError(problem, { path });
  }
  for (const [at, { effect }] of settings.faults.entries()) {
    const problem = service?.problemOf(effect);
    if (problem !== undefined)
      throw new SettingsError(`cannot act in a proxy: ${problem}`, { path: `faults.${at}.effect` });
  }
  return scenarios;
}
