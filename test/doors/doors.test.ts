/** One behaviour suite, through every door. */

import { describe } from 'vitest';
import { DOORS } from './doors.ts';
import { errorsSuite } from './errors.suite.ts';
import { billingSuite } from './billing.suite.ts';
import { idempotencySuite } from './idempotency.suite.ts';
import { lifeSuite } from './life.suite.ts';
import { recordsSuite } from './records.suite.ts';

describe.each(DOORS)('through $name', (door) => {
  recordsSuite(door);
  errorsSuite(door);
  lifeSuite(door);
  billingSuite(door);
  idempotencySuite(door);
});
