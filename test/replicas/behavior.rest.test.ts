/** The behavior suite over one replica and over two that take turns, in process: sockets add the same for every store. */

import { afterAll, beforeAll, describe } from 'vitest';
import { behaviorSuite } from '../entry-points/behavior.suite.ts';
import { describeStore, startStore, type StoreServer } from '../support/store/store-server.ts';
import { replicaEntryPoint } from './replica-entry-points.ts';

describeStore('over a shared store', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startStore();
  });
  afterAll(() => server.stop());

  describe.each([1, 2])('through %i', (count) => {
    behaviorSuite(replicaEntryPoint(count, () => server.nextUrl()));
  });
});
