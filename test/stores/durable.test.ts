/** The behaviour suite through every door, over a store that keeps accounts in a folder. */

import { describe } from 'vitest';
import { behaviourSuite } from '../entry-points/behavior.suite.ts';
import { doorsTo } from '../entry-points/entry-points.ts';
import { DURABLE, someDoors } from './stores.ts';

describe.each(someDoors(doorsTo(DURABLE)))('through $name', (door) => {
  behaviourSuite(door);
});
