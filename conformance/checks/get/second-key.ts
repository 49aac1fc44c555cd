/** Endpoints: what another key of the same account opens. Generations belong to an account, not to a key. */

import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import type { HeaderLine } from '../../client/exchange.ts';
import { fail, pass, untestable, missing } from '../../engine/outcome.ts';
import { EDIT } from '../lib/clips.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { isRefusal, describe } from '../lib/rules.ts';

const PART: readonly HeaderLine[] = [['Range', 'bytes=0-99']];

const SECOND = defineProbe({
  id: 'lookup.second-key',
  sends:
    'A get request for a record and a range request for the first bytes of its clip. Each request is sent twice: with the key that made the clip, and with the second key of the account.',
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
    proves: `A ${operation === 'get' ? 'get' : 'download'} of a generation works with each key of its account.`,
    failing: 'The server compares the two keys instead of their accounts.',
    from: [SECOND],
    judge: (evidence) => {
      const [own, second] = [evidence.one(`own ${operation}`), evidence.one(`second ${operation}`)];
      if (own.response.status >= 400) return untestable('Even the key that made the generation has no access.', own);
      if (second.response.status === 401) return untestable('The second key is not valid (401).', second);
      return second.response.status < 400
        ? pass(own, second)
        : fail([own, second], 'the same response as with the key that made the generation', describe(second));
    },
  }),
);

/** What a create with the second key is answered, and the same with the primary one where that was refused. */
const OWN_SOURCES = defineCheck({
  id: 'create.source-video-ids.owned.second-key',
  requirement: 'workflow.edit.accepted',
  defect: 'authentication',
  proves: 'A create request is accepted even if another key of the same account made its source videos.',
  failing: 'The server checks the key that made a source video, not the account of that key.',
  from: [EDIT],
  judge: (evidence) => {
    const second = evidence.answers.find(({ key, label }) => key === 'second' && label === 'create');
    if (second === undefined)
      return untestable(missing('--key-second', 'The profile has no key "second" (--key-second).'));
    const { status } = second.response;
    if (status < 300) return pass(second);
    const primary = evidence.answers.find(({ key, label }) => key === 'primary' && label === 'create');
    if (primary === undefined || primary.response.status >= 300)
      return untestable('The server rejects the create request even with the key that made the source videos.', second);
    return isRefusal(second)
      ? fail([second, primary], '202, as with the key that made the source videos', describe(second))
      : untestable(`The response to the request with the second key was ${describe(second)}.`, second);
  },
});

export const SECOND_KEY_CHECKS: readonly Check[] = [...LOOKS, OWN_SOURCES];
