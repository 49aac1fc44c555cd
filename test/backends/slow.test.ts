/** The behaviour suite through the doors, over a store that is slow. */

import { describe } from 'vitest';
import { behaviourSuite } from '../doors/behaviour.suite.ts';
import { doorsTo } from '../doors/doors.ts';
import { SLOW, someDoors } from './backends.ts';

describe.each(someDoors(doorsTo(SLOW)))('through $name', (door) => {
  behaviourSuite(door);
});
