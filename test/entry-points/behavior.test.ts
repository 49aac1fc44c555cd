/** One behaviour suite, through every door. */

import { describe } from 'vitest';
import { someDoors } from '../stores/stores.ts';
import { behaviourSuite } from './behavior.suite.ts';
import { DOORS } from './entry-points.ts';

/** Over TLS and inside Express the same server answers: https.test.ts and express.test.ts show what differs there. */
const HERE = someDoors(DOORS, ['emulator.fetch', 'HTTP', 'MSW']);

for (const door of DOORS) {
  const isHere = HERE.includes(door);
  const why = isHere ? '' : ' (skipped: only CI goes through it, DOORS=full)';
  describe.skipIf(!isHere)(`through ${door.name}${why}`, () => {
    behaviourSuite(door);
  });
}
