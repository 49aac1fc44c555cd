/** What HTTP asks of the names of headers: they are the same in small letters and in capitals. */

import { LIMITS } from '../../../contract/limits.ts';
import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import type { Evidence } from '../../engine/evidence.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import { fail, notApplicable, pass, untestable, type Outcome, missing } from '../../engine/outcome.ts';
import { header, type HeaderLine } from '../../client/exchange.ts';
import { TEXT } from '../lib/bodies.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { isRefusal, describe } from '../lib/rules.ts';
import { hasSeveralTags } from '../lib/tags.ts';

const WRITINGS = {
  usual: (name: string) => name,
  small: (name: string) => name.toLowerCase(),
  capitals: (name: string) => name.toUpperCase(),
} as const;
type Writing = keyof typeof WRITINGS;
const OTHERS = ['small', 'capitals'] as const satisfies readonly Writing[];

const NAMES = defineProbe({
  id: 'http.field-names',
  sends:
    'A get request for a record. A range request, and a range request with an unknown ETag in If-Range. A download with the ETag of the clip in If-None-Match. A valid create request with a key that has no credits, and the same create request with an Idempotency-Key that is too long. Each request is sent three times: with header names in the usual case, in lowercase and in uppercase.',
  raw: true,
  after: ['any-clip', DOWNLOAD],
  run: async (kit) => {
    for (const writing of Object.keys(WRITINGS) as Writing[]) await ask(kit, writing);
    return undefined;
  },
});

async function ask(kit: ProbeTools, writing: Writing): Promise<void> {
  const { id, key } = kit.generation('any-clip');
  const write = (...lines: HeaderLine[]): HeaderLine[] =>
    lines.map(([name, value]) => [WRITINGS[writing](name), value]);
  const of = (name: 'poor' | typeof key): HeaderLine => ['Authorization', `Bearer ${kit.profile.keys[name] ?? ''}`];
  const part: HeaderLine = ['Range', 'bytes=0-99'];
  await kit.get(`record ${writing}`, id, { key: undefined, headers: write(of(key)) });
  const { response } = (await kit.content(`part ${writing}`, id, { key: undefined, headers: write(of(key), part) }))
    .exchange;
  const tag = response && header(response, 'etag');
  const other = write(of(key), part, ['If-Range', '"no-such-tag"']);
  await kit.content(`other tag ${writing}`, id, { key: undefined, headers: other });
  if (tag !== undefined) {
    const known = write(of(key), ['If-None-Match', tag]);
    await kit.content(`known tag ${writing}`, id, { key: undefined, headers: known });
  }
  if (!kit.hasKey('poor')) return;
  const typed = write(of('poor'), ['Content-Type', 'application/json']);
  await kit.create(`create ${writing}`, TEXT, { key: undefined, headers: typed });
  const long = write(['Idempotency-Key', `standin-${kit.runId}-`.padEnd(LIMITS.idempotencyKey.max + 1, 'n')]);
  await kit.create(`long key ${writing}`, TEXT, { key: undefined, headers: [...typed, ...long] });
}

/** What is sent, for people. */
const SHOWN = {
  record: 'Authorization of a get',
  part: 'Range',
  'other tag': 'If-Range',
  'known tag': 'If-None-Match',
  create: 'Authorization and Content-Type of a create request',
} as const;

export const HTTP_FIELD_NAME_CHECKS: readonly Check[] = [
  ...(['record', 'part', 'other tag', 'known tag', 'create'] as const).map((what) =>
    defineCheck({
      id: `http.field-names.${what.replace(' ', '-')}`,
      requirement: 'errors.protocol',
      authority: 'http',
      proves: `Header names are case-insensitive (RFC 9110, 5.1): ${SHOWN[what]}.`,
      failing: 'The server finds a header only if its name is in the usual case.',
      from: [NAMES],
      judge: (evidence) => sameAsUsual(evidence, what),
    }),
  ),
  defineCheck({
    id: 'http.field-names.long-key',
    requirement: 'create.idempotency-key.length',
    authority: 'http',
    proves:
      'An Idempotency-Key that is too long is rejected, even if the header name is in lowercase or in uppercase (RFC 9110, 5.1).',
    failing:
      'The server finds the header only if its name is in the usual case. So the server ignores the Idempotency-Key of some clients.',
    from: [NAMES],
    judge: (evidence) => {
      if (evidence.maybe('long key usual') === undefined)
        return untestable(missing('--key-poor', 'The profile has no key "poor" (--key-poor).'));
      const [create, usual] = [evidence.one('create usual'), evidence.one('long key usual')];
      if (!isRefusal(usual) || create.response.status === usual.response.status)
        return notApplicable(
          'The server does not reject an Idempotency-Key that is too long, even if the header name is in the usual case.',
          create,
          usual,
        );
      return sameAsUsual(evidence, 'long key');
    },
  }),
];

/** The status is the same in each writing. */
function sameAsUsual(evidence: Evidence, what: string): Outcome {
  if (evidence.maybe(`${what} usual`) === undefined)
    return untestable(
      'The kit did not send the request, because the clip has no ETag, or the profile has no key "poor".',
    );
  if (what === 'known tag' && hasSeveralTags(evidence))
    return notApplicable('The ETag of the clip changes between requests.');
  const usual = evidence.one(`${what} usual`);
  const answers = OTHERS.map((writing) => evidence.one(`${what} ${writing}`));
  const wrong = answers.find(({ response }) => response.status !== usual.response.status);
  return wrong === undefined
    ? pass(usual, ...answers)
    : fail([usual, wrong], `${usual.response.status}, as in the usual case`, describe(wrong));
}
