/** Endpoints: what another key of the same account opens. Generations belong to an account, not to a key. */

import { defineCheck, defineProbe, type Check } from '../engine/define.ts';
import type { HeaderLine } from '../client/exchange.ts';
import { fail, pass, untestable, missing } from '../engine/outcome.ts';
import { EDIT } from './lib/clips.ts';
import { DOWNLOAD } from './lib/downloads.ts';
import { isRefusal, tell } from './lib/rules.ts';

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

const LOOKS: readonly Check[] = (
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

/** What a create with the second key is answered, and the same with the primary one where that was refused. */
const OWN_SOURCES = defineCheck({
  id: 'create.source-video-ids.owned.second-key',
  requirement: 'workflow.edit.accepted',
  defect: 'authentication',
  proves: 'A create whose source videos another key of its account has made is taken as one with that key is.',
  failing: 'It asks which key made a source video, and not whose the key is.',
  from: [EDIT],
  judge: (evidence) => {
    const second = evidence.answers.find(({ key, label }) => key === 'second' && label === 'create');
    if (second === undefined)
      return untestable(missing('--key-second', 'The profile has no key "second" (--key-second).'));
    const { status } = second.response;
    if (status < 300) return pass(second);
    const primary = evidence.answers.find(({ key, label }) => key === 'primary' && label === 'create');
    if (primary === undefined || primary.response.status >= 300)
      return untestable('With the key that made the source videos it is not taken either.', second);
    return isRefusal(second)
      ? fail([second, primary], '202, as with the key that made the source videos', tell(second))
      : untestable(`The second key was answered ${tell(second)}.`, second);
  },
});

export const SECOND_KEY_CHECKS: readonly Check[] = [...LOOKS, OWN_SOURCES];
