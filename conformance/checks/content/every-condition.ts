/**
 * Endpoints: content, each condition in each kind of request. Nobody has to know a condition; who evaluates one for the
 * whole clip has to evaluate it for parts and for HEADs too (RFC 9110, 13.2.1 and 13.2.2).
 */

import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, pass, type Outcome } from '../../engine/outcome.ts';
import { header, type HeaderLine } from '../../client/exchange.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { describe, withOthers } from '../lib/rules.ts';

const PART: HeaderLine = ['Range', 'bytes=0-99'];
const NO_TAG = '"no-such-tag"';
const OLD = 'Mon, 01 Jan 2001 00:00:00 GMT';

/** Each condition in a form that does not hold, and what it is answered with by who evaluates it. */
const STATUSES = { 'none own': 304, 'match other': 412, 'modified own': 304, 'unmodified old': 412 } as const;
type Condition = keyof typeof STATUSES;
const CONDITIONS: readonly Condition[] = ['none own', 'match other', 'modified own', 'unmodified old'];

const EVERY_CONDITION = defineProbe({
  id: 'content.every-condition',
  sends:
    'The kit sends download requests with conditions that are false: If-None-Match, If-Match, If-Modified-Since or If-Unmodified-Since. Each condition is sent with a GET for the whole clip, with a GET for a part, and with a HEAD.',
  after: [DOWNLOAD],
  run: async (kit) => {
    const { id, key } = kit.generation('any-clip');
    const path = `/v1/videos/${id}/content`;
    const plain = (await kit.content('plain', id, { key, headers: [PART] })).exchange.response;
    const [tag, date] = ['etag', 'last-modified'].map((name) =>
      plain === undefined ? undefined : header(plain, name),
    );
    await kit.send('head', { method: 'HEAD', path, key, follow: true });
    for (const [label, condition] of Object.entries(unmet(tag, date))) {
      await kit.content(label, id, { key, headers: [condition] });
      await kit.content(`${label}, in part`, id, { key, headers: [condition, PART] });
      await kit.send(`${label}, as HEAD`, { method: 'HEAD', path, key, follow: true, headers: [condition] });
    }
    return undefined;
  },
});

/** Without a validator there is nothing that a condition could be compared with. */
export function unmet(tag: string | undefined, date: string | undefined): Readonly<Record<string, HeaderLine>> {
  const isDate = date !== undefined && !Number.isNaN(Date.parse(date));
  return {
    ...(tag === undefined ? {} : { 'none own': ['If-None-Match', tag], 'match other': ['If-Match', NO_TAG] }),
    ...(isDate ? { 'modified own': ['If-Modified-Since', date], 'unmodified old': ['If-Unmodified-Since', OLD] } : {}),
  };
}

export const EVERY_CONDITION_CHECKS: readonly Check[] = [
  condition('content.conditional.in-part', {
    proves:
      'If a condition is false, a request with `Range` returns the same status as without `Range`: 304 or 412, never 206 (RFC 9110, 13.2.2).',
    failing: 'The server ignores conditions in requests with Range.',
    judge: (evidence) => alike(evidence, 'in part'),
  }),
  condition('content.conditional.of-head', {
    proves: 'If a condition is false, HEAD returns the same status as GET (RFC 9110, 9.3.2 and 13.2.1).',
    failing: 'The server ignores conditions in HEAD requests.',
    judge: (evidence) => {
      const head = evidence.one('head');
      return head.response.status === 200
        ? alike(evidence, 'as HEAD')
        : notApplicable(`HEAD returns ${head.response.status}.`, head);
    },
  }),
];

function condition(id: string, about: Pick<Check, 'proves' | 'failing' | 'judge'>): Check {
  return defineCheck({
    ...about,
    id,
    requirement: 'content.conditional',
    authority: 'http',
    from: [DOWNLOAD, EVERY_CONDITION],
  });
}

function evaluates(evidence: Evidence, label: Condition): boolean {
  return evidence.maybe(label)?.response.status === STATUSES[label];
}

/** What a whole download is refused for, another request for the clip is refused for as well. */
function alike(evidence: Evidence, how: string): Outcome {
  const known = CONDITIONS.filter((label) => evaluates(evidence, label));
  if (known.length === 0) return notApplicable('The server ignores all conditions: it never returns 304 or 412.');
  return first(
    known.map((label) => evidence.one(`${label}, ${how}`)),
    ({ label }) => STATUSES[asCondition(label)],
  );
}

/** The first answer that has another status than it has to. */
function first(answers: readonly Answered[], wanted: (answer: Answered) => number): Outcome {
  const [wrong, ...others] = answers.filter((answer) => answer.response.status !== wanted(answer));
  return wrong === undefined
    ? pass(...answers)
    : withOthers(fail(wrong, String(wanted(wrong)), `${describe(wrong)} to "${wrong.label}"`), others);
}

function asCondition(label: string): Condition {
  return CONDITIONS.find((one) => label.startsWith(one)) ?? 'none own';
}
