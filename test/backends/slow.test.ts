/** The behaviour suite through every door, over a store that is slow. */

import { describe } from 'vitest';
import { behaviourSuite } from '../doors/behaviour.suite.ts';
import { doorsTo } from '../doors/doors.ts';
import { SLOW } from './backends.ts';

describe.each(doorsTo(SLOW))('through $name', (door) => {
  behaviourSuite(door);
});
