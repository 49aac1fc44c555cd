/** The catalog of scenarios. It does not change while a server runs, so it is read once for each process. */

import type { ScenarioView } from '../control/routes/scenarios.ts';
import { read } from './api.ts';
import { server } from './server.ts';
import { pageSignal } from './signal.ts';

const catalog = pageSignal<readonly ScenarioView[]>([]);
let readFor: string | undefined;

/** All scenarios; empty until they were read. */
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
