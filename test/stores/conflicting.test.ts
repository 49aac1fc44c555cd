/** The behaviour suite through the doors, over a store that reports a conflict on every second commit. */

import { describe } from 'vitest';
import { behaviourSuite } from '../entry-points/behavior.suite.ts';
import { doorsTo } from '../entry-points/entry-points.ts';
import { CONFLICTING, someDoors } from './stores.ts';

describe.each(someDoors(doorsTo(CONFLICTING)))('through $name', (door) => {
  behaviourSuite(door);
});
