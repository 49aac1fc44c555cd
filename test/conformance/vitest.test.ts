/** The kit inside a suite of the user's own: these tests are registered by it. */

import { afterAll } from 'vitest';
import { loadProfile } from '../../conformance/index.ts';
import { describeConformance } from '../../conformance/vitest.ts';
import { createEmulator } from '../../emulator/index.ts';

const emulator = createEmulator({ latency: 'instant' });
const { baseUrl: _, ...profile } = await loadProfile(
  'standin',
  {},
  { only: ['get', 'authentication', 'create.prompt.*'] },
);

describeConformance({
  ...profile,
  baseUrl: 'http://server.test',
  fetch: (request) => emulator.fetch(request),
});

afterAll(() => emulator.close());
