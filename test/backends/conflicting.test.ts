/** The behaviour suite through every door, over a store that reports a conflict on every second commit. */

import { describe } from 'vitest';
import { behaviourSuite } from '../doors/behaviour.suite.ts';
import { doorsTo } from '../doors/doors.ts';
import { CONFLICTING } from './backends.ts';

describe.each(doorsTo(CONFLICTING))('through $name', (door) => {
  behaviourSuite(door);
});
