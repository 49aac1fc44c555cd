/** The behaviour suite through the doors, over a store that is slow. */

import { describe } from 'vitest';
import { behaviourSuite } from '../entry-points/behavior.suite.ts';
import { doorsTo } from '../entry-points/entry-points.ts';
import { SLOW, someDoors } from './stores.ts';

describe.each(someDoors(doorsTo(SLOW)))('through $name', (door) => {
  behaviourSuite(door);
});
