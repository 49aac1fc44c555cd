/**
 * The behaviour suite over two replicas that take turns. With REPLICAS=full, as in CI, over one as well. In process: what sockets
 * add is the same for every store (test/doors).
 */

import { afterAll, beforeAll, describe } from 'vitest';
import { behaviourSuite } from '../entry-points/behavior.suite.ts';
import { describeStore, startStore, type StoreServer } from '../support/store/store-server.ts';
import { replicaDoor } from './replica-doors.ts';

const COUNTS = process.env['REPLICAS'] === 'full' ? [1, 2] : [2];

describeStore('over a shared store', () => {
  let server: StoreServer;
  beforeAll(async () => {
    server = await startStore();
  });
  afterAll(() => server.stop());

  describe.each(COUNTS)('through %i', (count) => {
    behaviourSuite(replicaDoor(count, () => server.nextUrl()));
  });
});
