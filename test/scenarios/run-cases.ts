/** Runs cases over a real socket and through `emulator.fetch`. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createEmulator, type Emulator, type Listening } from '../../emulator/index.ts';
import { useStandin } from '../../emulator/test-helpers/index.ts';
import { BY_POLLS, type Cases } from './case.ts';
import type { Send } from './seen.ts';
import { sendFetch } from './send-fetch.ts';
import { sendRaw } from './send-raw.ts';
import { createSite, labelOf, type EntryPoint, type Way } from './site.ts';
import { turnOnByControl, turnOnByHelper, type Opened, type Wanted } from './turn-on.ts';

interface Running {
  readonly emulator: Emulator;
  readonly listening: Listening;
}

export interface Routes {
  /** The ways to turn a scenario on. They run over a socket. */
  readonly ways: readonly Way[];
  /** Whether each case takes one way only, the next case the next way. */
  readonly inTurn?: boolean;
  /** Whether the cases also run through `emulator.fetch`. */
  readonly inProcess: boolean;
}

/** Runs each case along the routes. One emulator serves all ways except the option, which belongs to a server. */
export function runCases(cases: Cases, { ways, inTurn = false, inProcess }: Routes): void {
  const names = Object.keys(cases);
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
    const visit = async (way: Way, entryPoint: EntryPoint): Promise<void> => {
      const { emulator, listening } = await emulatorFor(way === 'option' ? name : undefined);
      const send: Send = (sent) =>
        entryPoint === 'socket' ? sendRaw(listening.port, sent) : sendFetch(emulator, sent);
      const opened = await turnOn(way, { name, label: labelOf({ name, way, entryPoint }), setUp });
      await run(createSite({ emulator, send, entryPoint, way, name, setUp, opened }));
    };
    const turn = names.indexOf(name) % ways.length;
    test.each(inTurn ? ways.slice(turn, turn + 1) : ways)(`${shows}, on a socket, turned on by %s`, async (way) => {
      expect.hasAssertions();
      await visit(way, 'socket');
    });
    test.runIf(inProcess)(`${shows}, through emulator.fetch`, async () => {
      expect.hasAssertions();
      await visit('key', 'fetch');
    });
  });
}
