/** Endpoints: get and content of every generation of a run, with the key of another account, and without a key. */

import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import type { Evidence } from '../../engine/evidence.ts';
import { fail, pass, untestable, type Outcome } from '../../engine/outcome.ts';
import { BASE } from '../lib/clips.ts';
import { NO_KEY } from '../lib/lookups.ts';
import { describe, withOthers } from '../lib/rules.ts';

const FOREIGN_CLIPS = defineProbe({
  id: 'lookup.foreign.every',
  sends:
    'At the end of the run, a get request for each generation, and a range request for its content. Both requests use the key of another account.',
  keys: ['other'],
  after: [BASE],
  turn: 'last',
  run: async (kit) => {
    for (const { name, id } of kit.ended().filter(({ key }) => key !== 'other')) {
      kit.skipIfRateLimited();
      await kit.get(`get of ${name}`, id, { key: 'other' });
      await kit.content(`content of ${name}`, id, { key: 'other', headers: [['Range', 'bytes=0-99']] });
    }
    return undefined;
  },
});

const KEYLESS = defineProbe({
  id: 'authentication.every',
  sends:
    'At the end of the run, a get request for each generation, and a range request for its content. Both requests are sent without a key.',
  after: [BASE],
  turn: 'last',
  run: async (kit) => {
    for (const { name, id } of kit.ended()) {
      kit.skipIfRateLimited();
      await kit.get(`get of ${name}`, id, NO_KEY);
      await kit.content(`content of ${name}`, id, { ...NO_KEY, headers: [['Range', 'bytes=0-99']] });
    }
    return undefined;
  },
});

export const EVERY_OWNER_CHECKS: readonly Check[] = (['get', 'content'] as const).flatMap((operation) => {
  const what = `${operation === 'get' ? 'A get request' : 'A download'} of any generation of a run is rejected`;
  return [
    defineCheck({
      id: `${operation}.foreign.every`,
      requirement: `${operation}.foreign`,
      defect: 'lost-rule',
      proves: `${what} if the request has the key of another account.`,
      failing: 'The server checks the owner of a generation only for some workflows.',
      from: [FOREIGN_CLIPS],
      judge: (evidence) => eachKept(evidence, operation),
    }),
    defineCheck({
      id: `authentication.${operation}.missing.every`,
      requirement: `authentication.${operation}.missing`,
      defect: 'lost-rule',
      proves: `${what} if the request has no key, whether the generation completed or failed.`,
      failing: 'The server checks the key only for some workflows, or only for generations that did not fail.',
      from: [KEYLESS],
      judge: (evidence) => eachKept(evidence, operation),
    }),
  ];
});

function eachKept(evidence: Evidence, operation: 'get' | 'content'): Outcome {
  const answers = evidence.all(`${operation} of `);
  const [shown, ...others] = answers.filter(({ response: { status } }) => status < 400 || status > 499);
  if (shown !== undefined)
    return withOthers(fail(shown, 'a rejection (400 to 499)', `${describe(shown)} to "${shown.label}"`), others);
  return answers.length === 0 ? untestable('The run did not make a generation.') : pass(...answers);
}
