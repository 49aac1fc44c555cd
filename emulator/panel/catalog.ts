/** Loads the catalog of scenarios. The catalog of a server process never changes, so it is loaded once. */

import type { ScenarioView } from '../control/routes/scenarios.ts';
import { read } from './api.ts';
import { server } from './server.ts';
import { pageSignal } from './signal.ts';

const catalog = pageSignal<readonly ScenarioView[]>([]);
let readFor: string | undefined;

/** Returns all scenarios. The list is empty until it is loaded. */
export function scenarioCatalog(): readonly ScenarioView[] {
  const instance = server.value?.instance;
  if (instance !== undefined && instance !== readFor) {
    readFor = instance;
    read('/scenarios').then(
      ({ scenarios }) => {
        catalog.value = scenarios;
      },
      () => {
        readFor = undefined;
      },
    );
  }
  return catalog.value;
}
