/** `npm run fuzz`: a million random requests over sockets, or FUZZ_REQUESTS; for FUZZ_SECONDS at most; with FUZZ_SEED again. */

import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { ROOT } from '../support/run.ts';

const { FUZZ_REQUESTS = '1000000', FUZZ_SECONDS = '1800', FUZZ_SEED = String(randomInt(2 ** 31)) } = process.env;
process.stdout.write(`${FUZZ_REQUESTS} requests, ${FUZZ_SECONDS} s at most; again with FUZZ_SEED=${FUZZ_SEED}\n`);
const env = { ...process.env, FUZZ_REQUESTS, FUZZ_SECONDS, FUZZ_SEED };
const vitest = `${ROOT}node_modules/vitest/vitest.mjs`;
const { status } = spawnSync(process.execPath, [vitest, 'run', 'test/fuzz/sockets.rest.test.ts'], {
  cwd: ROOT,
  env,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
