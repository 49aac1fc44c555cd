/** One behaviour suite, through every door. */

import { describe } from 'vitest';
import { behaviourSuite } from './behaviour.suite.ts';
import { DOORS } from './doors.ts';

describe.each(DOORS)('through $name', (door) => {
  behaviourSuite(door);
});
