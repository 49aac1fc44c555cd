/** Endpoints: what another key of the same account opens. Generations belong to an account, not to a key. */

import { defineCheck, defineProbe, type Check } from '../engine/define.ts';
import type { HeaderLine } from '../client/exchange.ts';
import { fail, pass, untestable } from '../engine/outcome.ts';
import { DOWNLOAD } from './lib/downloads.ts';
import { tell } from './lib/rules.ts';

const PART: readonly HeaderLine[] = [['Range', 'bytes=0-99']];

const SECOND = defineProbe({
  id: 'lookup.second-key',
  sends:
    'With the second key of the account: a get and the first bytes of a clip of the primary key, and with that one.',
  keys: ['second'],
  // The first download is to tell whether the clip is there.
  after: ['any-clip', DOWNLOAD],
  run: async (kit) => {
    const { id, key } = kit.generation('any-clip');
    for (const [name, by] of [
      ['own', key],
      ['second', 'second'],
    ] as const) {
      await kit.get(`${name} get`, id, { key: by });
      await kit.content(`${name} content`, id, { key: by, headers: PART });
    }
    return undefined;
  },
});

export const SECOND_KEY_CHECKS: readonly Check[] = (
  [
    ['get', 'get.answer.status'],
    ['content', 'content.answer.status'],
  ] as const
).map(([operation, requirement]) =>
  defineCheck({
    id: `${requirement}.second-key`,
    requirement,
    defect: 'authentication',
    proves: `A ${operation === 'get' ? 'get' : 'download'} of a generation is answered to each key of its account.`,
    failing: 'It keeps which key made a generation, and not whose the key is.',
    from: [SECOND],
    judge: (evidence) => {
      const [own, second] = [evidence.one(`own ${operation}`), evidence.one(`second ${operation}`)];
      if (own.response.status >= 400) return untestable('The key that made it does not get it either.', own);
      if (second.response.status === 401) return untestable('The second key is no valid one (401).', second);
      return second.response.status < 400
        ? pass(own, second)
        : fail([own, second], 'what the key that made it gets', tell(second));
    },
  }),
);
