/** Endpoints: content that does not exist, does not exist yet, or belongs to another account. */

import { defineProbe, type Check, type Probe } from '../../engine/define.ts';
import { untestable, missing } from '../../engine/outcome.ts';
import { alike, cases, allOf, is, observations, rejects, type Expectation, jointly } from '../lib/cases.ts';
import { WATCHED } from '../lib/clips.ts';
import { FAILING } from '../lib/failing.ts';
import { FOREIGN_CLIP, MALFORMED, UNKNOWN } from '../lib/lookups.ts';
import { hasStatus, hiddenFrom, ifSent, rejected, wasUnderWay } from '../lib/rules.ts';

const UNKNOWN_PART = defineProbe({
  id: 'content.unknown-part',
  sends: 'The kit sends download requests for an unknown id, with and without Range, and with and without a key.',
  run: async (kit) => {
    const headers: [string, string][] = [['Range', 'bytes=999999999-']];
    await kit.content('plain', kit.unknownId);
    await kit.content('with range', kit.unknownId, { headers });
    await kit.content('no key', kit.unknownId, { key: undefined });
    await kit.content('no key with range', kit.unknownId, { key: undefined, headers });
  },
});

/** The rejected downloads whose status is observed. */
const REJECTED: Readonly<Record<string, readonly [from: Probe, label: string, what: string]>> = {
  'not-completed': [WATCHED, 'content too early', 'content that does not exist yet'],
  failed: [FAILING, 'content', 'the content of a failed generation'],
  foreign: [FOREIGN_CLIP, 'foreign content', 'the content of a generation of another account'],
  malformed: [MALFORMED, 'content words', 'a download with an id that is not a UUID'],
};

const UNCHECKED = 'The server does not check the status of the generation for range requests or HEAD requests.';
const TOO_FAST = missing('--key-watched', 'No poll showed the status "running". Perhaps the generation was too fast.');
const TOO_LATE = missing('--key-watched', 'Perhaps the generation was completed before the kit requested the content.');

/** Expects a rejection, unless the clip may have existed. */
function tooEarly(label: string): Expectation {
  return (evidence) => {
    const answer = evidence.one(label);
    if (answer.response.status === 501) return untestable('The server does not support HEAD.', answer);
    if (answer.response.status < 300 && !wasUnderWay(evidence, WATCHED.id, answer)) return untestable(TOO_LATE, answer);
    return rejected(answer, 'a generation that is not completed');
  };
}

export const REFUSED_CONTENT_CHECKS: readonly Check[] = [
  ...cases([UNKNOWN], {
    'content.unknown': [
      'A download with an id that never existed returns 404.',
      'The server returns 500, or 200 with an empty file.',
      (evidence) => hasStatus(evidence.one('unknown content'), 404, 'an id that never existed'),
    ],
    'content.not-completed': [
      'A download of a generation that is not completed is rejected.',
      'The server returns 200 or 202 with an empty file, or with a part of the file.',
      tooEarly('content too early'),
      { from: [WATCHED] },
    ],
  }),
  ...cases([WATCHED], {
    'content.not-completed.in-part': [
      'A part of the content of a generation that is not completed is rejected.',
      UNCHECKED,
      tooEarly('part too early'),
      { defect: 'time' },
    ],
    'content.not-completed.of-head': [
      'A HEAD request for the content of a generation that is not completed is rejected.',
      UNCHECKED,
      tooEarly('head too early'),
      { defect: 'time' },
    ],
  }),
  ...cases([FAILING], {
    'content.not-completed.running': [
      'A download of a running generation is also rejected.',
      'The server sends the part of the file that already exists.',
      ifSent('content of running', untestable(TOO_FAST), tooEarly('content of running')),
      { from: [WATCHED], defect: 'time' },
    ],
    'content.failed': [
      'A download of a failed generation is rejected.',
      'The server sends the part of the file that existed before the failure.',
      rejects(['content'], 'a failed generation'),
    ],
    'content.failed.in-part': [
      'A range request for a failed generation is also rejected.',
      'The server does not check the status of the generation for range requests.',
      rejects(['part of content'], 'a failed generation'),
      { defect: 'lost-rule' },
    ],
    'content.failed.however': [
      'For a failed generation, the server also rejects an open range, a download with a condition, and HEAD.',
      'A cache or the framework of the server responds before the server checks the status of the generation.',
      (evidence) => {
        const head = is(501)(evidence.one('head of content')) ? [] : ['head of content'];
        const labels = ['open range of content', 'content under a condition', ...head];
        return rejects(labels, 'a failed generation')(evidence);
      },
      { defect: 'lost-rule' },
    ],
  }),
  ...cases([FOREIGN_CLIP], {
    'content.foreign': [
      "A download of another account's clip is rejected.",
      'The server sends the clip to every client that knows the id.',
      (evidence) => hiddenFrom(evidence, 'foreign content', "another account's clip"),
    ],
    'content.foreign.part': [
      "A range request for another account's clip is rejected.",
      'The server does not check the owner of a clip for range requests.',
      (evidence) => hiddenFrom(evidence, 'foreign part', "a part of another account's clip"),
    ],
    'content.foreign.otherwise': [
      "For another account's clip, the server also rejects a download with a condition, an open range, and an id in uppercase.",
      'A cache responds to conditions or ranges before the server checks the owner.',
      allOf([
        rejects(['foreign open range', 'foreign content in capitals'], "another account's clip"),
        (evidence) => hiddenFrom(evidence, 'foreign condition', "another account's clip"),
      ]),
      { defect: 'authentication' },
    ],
    'content.malformed': [
      'A download with an id that is not a UUID is rejected.',
      'The server treats the id as a file name, and searches for this file.',
      rejects(['content words', 'content number', 'content cut'], 'an id that is not a UUID'),
      { from: [MALFORMED] },
    ],
    'content.range.refusal-first': [
      'If a download without Range is rejected, the same download with Range is rejected with the same status (RFC 9110, 14.2).',
      'The server returns 416 for a range of a clip that does not exist.',
      allOf([alike('plain', ['with range']), alike('no key', ['no key with range'])]),
      { requirement: 'content.range.beyond', from: [UNKNOWN_PART], authority: 'http' },
    ],
    'content.not-completed.range-first': [
      'Before a clip exists, a range request returns the same status as a download without Range, not 416 (RFC 9110, 14.2).',
      'The server evaluates Range first, as if the clip were an empty file.',
      jointly(['content too early', 'part too early'], ([whole, part]) => {
        if (whole.response.status < 400) return untestable('The clip already existed.', whole);
        return part.response.status === 416 && whole.response.status !== 416
          ? [String(whole.response.status)]
          : undefined;
      }),
      { requirement: 'content.range.beyond', from: [WATCHED], authority: 'http', defect: 'time' },
    ],
  }),
  ...observations(
    [],
    Object.entries(REJECTED).map(([name, [from, label, what]]) => [
      `content.refusal-status.${name}`,
      `The status and the error code for ${what}.`,
      label,
      { from: [from] },
    ]),
  ),
];
