/** The behaviour suite through every door, over a store that keeps accounts in a folder. */

import { describe } from 'vitest';
import { behaviourSuite } from '../doors/behaviour.suite.ts';
import { doorsTo } from '../doors/doors.ts';
import { DURABLE, someDoors } from './backends.ts';

describe.each(someDoors(doorsTo(DURABLE)))('through $name', (door) => {
  behaviourSuite(door);
});
