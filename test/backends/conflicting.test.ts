/** The behaviour suite through the doors, over a store that reports a conflict on every second commit. */

import { describe } from 'vitest';
import { behaviourSuite } from '../doors/behaviour.suite.ts';
import { doorsTo } from '../doors/doors.ts';
import { CONFLICTING, someDoors } from './backends.ts';

describe.each(someDoors(doorsTo(CONFLICTING)))('through $name', (door) => {
  behaviourSuite(door);
});
