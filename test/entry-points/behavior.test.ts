/** One behavior suite, in process and over HTTP. `test/stores/behavior.rest.test.ts` takes it through the other entry points. */

import { describe } from 'vitest';
import { MEMORY } from '../stores/stores.ts';
import { behaviorSuite } from './behavior.suite.ts';
import { entryPointTo } from './entry-points.ts';

describe.each(['emulator.fetch', 'HTTP'] as const)('through %s', (name) => {
  behaviorSuite(entryPointTo(name, MEMORY));
});
