/** Runs cases over a real socket, each turned on in every way, and through `emulator.fetch`. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createEmulator, type Emulator, type Listening } from '../../emulator/index.ts';
import { useStandin } from '../../emulator/test-helpers/index.ts';
import { BY_POLLS, type Cases } from './case.ts';
import type { Send } from './seen.ts';
import { sendFetch } from './send-fetch.ts';
import { sendRaw } from './send-raw.ts';
import { createSite, labelOf, WAYS, type Door, type Way } from './site.ts';
import { turnOnByControl, turnOnByHelper, type Opened, type Wanted } from './turn-on.ts';

interface Running {
  readonly emulator: Emulator;
  readonly listening: Listening;
}

/** How a scenario is turned on is not Node's: other versions than that of `npm test` turn each on in one way. */
const waysHere = process.env['OTHER_NODE'] === undefined ? WAYS : WAYS.slice(0, 1);

/** One emulator serves all but the option, which is a server's own. */
export function runCases(cases: Cases): void {
  const running = new Map<string, Promise<Running>>();
  const start = async (scenario: string | undefined): Promise<Running> => {
    const emulator = createEmulator(scenario === undefined ? {} : { scenario });
    return { emulator, listening: await emulator.listen({ port: 0 }) };
  };
  const emulatorFor = (scenario: string | undefined): Promise<Running> => {
    const known = running.get(scenario ?? '') ?? start(scenario);
    running.set(scenario ?? '', known);
    return known;
  };
  afterAll(async () => {
    for (const { emulator } of await Promise.all(running.values())) await emulator.close();
  });

  let url: string;
  beforeAll(async () => {
    ({ url } = (await emulatorFor(undefined)).listening);
  });
  const standin = useStandin({ url: () => url, hooks: { beforeAll, afterAll, beforeEach, afterEach } });
  const turnOn = async (way: Way, wanted: Wanted): Promise<Opened | undefined> => {
    if (way === 'control') return turnOnByControl(url, wanted);
    return way === 'helper' ? turnOnByHelper(standin, wanted) : undefined;
  };

  describe.each(Object.entries(cases))('%s', (name, { shows, setUp = BY_POLLS, run }) => {
    const visit = async (way: Way, door: Door): Promise<void> => {
      const { emulator, listening } = await emulatorFor(way === 'option' ? name : undefined);
      const send: Send = (sent) => (door === 'socket' ? sendRaw(listening.port, sent) : sendFetch(emulator, sent));
      const opened = await turnOn(way, { name, label: labelOf({ name, way, door }), setUp });
      await run(createSite({ emulator, send, door, way, name, setUp, opened }));
    };
    test.each(waysHere)(`${shows}, on a socket, turned on by %s`, async (way) => {
      expect.hasAssertions();
      await visit(way, 'socket');
    });
    test(`${shows}, through emulator.fetch`, async () => {
      expect.hasAssertions();
      await visit('key', 'fetch');
    });
  });
}
