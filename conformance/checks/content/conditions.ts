/**
 * Endpoints: content with every kind of condition: lists, weak and similar ETags, dates, and several conditions at
 * once. A server may ignore conditions. If it evaluates them, it must follow RFC 9110.
 */

import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, pass, type Outcome } from '../../engine/outcome.ts';
import { header, type HeaderLine } from '../../client/exchange.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { describeRequest, noneOf } from '../lib/rules.ts';
import { hasSeveralTags } from '../lib/tags.ts';

const PART: HeaderLine = ['Range', 'bytes=0-99'];
const BEYOND: HeaderLine = ['Range', 'bytes=999999999999-'];
export const NO_TAG = '"no-such-tag"';
const OLD = 'Mon, 01 Jan 2001 00:00:00 GMT';
const WORDS = 'yesterday';

type Forms = Readonly<Record<string, readonly HeaderLine[]>>;

const CONDITIONS = defineProbe({
  id: 'content.conditions',
  sends:
    'The kit sends download requests with If-Range, If-None-Match, If-Match, If-Modified-Since or If-Unmodified-Since. The values are lists, `*`, weak ETags, nearly equal ETags, and dates that differ by a second. Some downloads have several conditions.',
  after: [DOWNLOAD],
  run: async (kit) => {
    const { id, key } = kit.generation('any-clip');
    const ask = (label: string, headers: readonly HeaderLine[]): ReturnType<typeof kit.content> =>
      kit.content(label, id, { key, headers });
    const plain = (await ask('plain', [PART])).exchange.response;
    const [tag, date] = ['etag', 'last-modified'].map((name) =>
      plain === undefined ? undefined : header(plain, name),
    );
    for (const [label, headers] of Object.entries(conditionForms(tag, date))) await ask(label, headers);
    const path = `/v1/videos/${id}/content`;
    const hit: HeaderLine[] = tag === undefined ? [] : [['If-None-Match', tag]];
    if (tag !== undefined) await kit.send('head hit', { method: 'HEAD', path, key, headers: hit, follow: true });
    return undefined;
  },
});

/** Returns the headers of requests with conditions, for a clip with these validators. */
export function conditionForms(tag: string | undefined, date: string | undefined): Forms {
  return { ...ALWAYS, ...(tag === undefined ? {} : taggedForms(tag)), ...datedForms(date, tag) };
}

const ALWAYS: Forms = {
  'range words': [PART, ['If-Range', WORDS]],
  'range star': [PART, ['If-Range', '*']],
  'range empty tag': [PART, ['If-Range', '""']],
  'none other': [['If-None-Match', NO_TAG]],
  'none others': [['If-None-Match', `${NO_TAG}, W/"nor-this", "x, y"`]],
  'none star': [['If-None-Match', '*']],
  'match other': [['If-Match', NO_TAG]],
  'match other, beyond': [['If-Match', NO_TAG], BEYOND],
  'match star': [['If-Match', '*']],
  'modified old': [['If-Modified-Since', OLD]],
  'modified words': [['If-Modified-Since', WORDS]],
  'unmodified words': [['If-Unmodified-Since', WORDS]],
};

/** Returns conditions with the ETag of the clip, and with ETags that are nearly equal. */
function taggedForms(tag: string): Forms {
  const strong = tag.replace(/^W\//, '');
  const inner = strong.slice(1, -1);
  const swapped = inner === inner.toUpperCase() ? inner.toLowerCase() : inner.toUpperCase();
  const near = {
    longer: `"${inner}x"`,
    shorter: `"${inner.slice(0, -1)}"`,
    tail: `"${inner.slice(1)}"`,
    // An ETag without letters does not change with its case.
    'in another case': swapped === inner ? NO_TAG : `"${swapped}"`,
  };
  return {
    'range list': [PART, ['If-Range', `${NO_TAG}, ${strong}`]],
    'range weak own': [PART, ['If-Range', `W/${strong}`]],
    'range without quotes': [PART, ['If-Range', inner]],
    ...Object.fromEntries(
      Object.entries(near).flatMap(([name, text]): [string, HeaderLine[]][] => [
        [`range ${name}`, [PART, ['If-Range', text]]],
        [`none ${name}`, [['If-None-Match', text]]],
      ]),
    ),
    'none own': [['If-None-Match', tag]],
    'none list': [['If-None-Match', `${NO_TAG}, ${tag}`]],
    'none list, first': [['If-None-Match', `${tag} , ${NO_TAG}`]],
    'none weak': [['If-None-Match', `W/${strong}`]],
    'none own, beyond': [['If-None-Match', tag], BEYOND],
    'match own': [['If-Match', tag]],
    'match list': [['If-Match', `${NO_TAG}, ${tag}`]],
    'match weak': [['If-Match', `W/${strong}`]],
    'match own, unmodified old': [
      ['If-Match', tag],
      ['If-Unmodified-Since', OLD],
    ],
  };
}

function datedForms(date: string | undefined, tag: string | undefined): Forms {
  const time = Date.parse(date ?? '');
  if (date === undefined || Number.isNaN(time)) return {};
  const off = (seconds: number): string => new Date(time + seconds * 1000).toUTCString();
  return {
    'range a second later': [PART, ['If-Range', off(1)]],
    'range a second earlier': [PART, ['If-Range', off(-1)]],
    'modified own': [['If-Modified-Since', date]],
    'unmodified old': [['If-Unmodified-Since', OLD]],
    'unmodified own': [['If-Unmodified-Since', date]],
    'unmodified a second later': [['If-Unmodified-Since', off(1)]],
    ...(tag === undefined
      ? {}
      : {
          'none other, modified own': [
            ['If-None-Match', NO_TAG],
            ['If-Modified-Since', date],
          ],
        }),
  };
}

const NEAR = ['longer', 'shorter', 'tail', 'in another case'] as const;

export const CONDITION_CHECKS: readonly Check[] = [
  condition('content.if-range.near', {
    proves:
      'If-Range matches only the exact ETag (RFC 9110, 13.1.5). If-Range never matches a list or `*`. If-Range never matches an ETag that is weak, longer, shorter, or without quotes.',
    failing: 'The server searches the whole header for the ETag, or compares only its first characters.',
    judge: (evidence) => {
      if (evidence.one('plain').response.status !== 206)
        return notApplicable('The server does not return 206 for a range without a condition.');
      const labels = ['words', 'star', 'empty tag', 'list', 'weak own', 'without quotes', ...NEAR];
      return never(
        evidence,
        labels.map((label) => `range ${label}`),
        [206],
      );
    },
  }),
  condition('content.if-range.date.near', {
    proves:
      'If-Range does not match a date that is one second before or after the date of the clip (RFC 9110, 13.1.5).',
    failing: 'The server checks only whether the clip is older than the date in If-Range.',
    judge: (evidence) => {
      if (evidence.one('plain').response.status !== 206)
        return notApplicable('The server does not return 206 for a range without a condition.');
      return never(evidence, ['range a second later', 'range a second earlier'], [206]);
    },
  }),
  condition('content.if-none-match.lists', {
    proves:
      'If-None-Match matches a list that contains the ETag of the clip, and the weak form of this ETag. If-None-Match also matches `*` (RFC 9110, 13.1.2).',
    failing: 'The server compares the whole header with the ETag, or treats a weak ETag as another ETag.',
    judge: (evidence) =>
      ifKnown(evidence, ['none own', 304], ['none list', 'none list, first', 'none weak', 'none star']),
  }),
  condition('content.if-none-match.other', {
    proves:
      'The server sends the clip if the ETag in If-None-Match differs from the ETag of the clip, even slightly (RFC 9110, 13.1.2).',
    failing: 'The server accepts a longer ETag that contains the ETag of the clip. So clients keep an old clip.',
    judge: (evidence) =>
      never(evidence, ['none other', 'none others', ...NEAR.map((name) => `none ${name}`)], [304, 412]),
  }),
  condition('content.if-none-match.of-get', {
    proves: 'A GET with a matching If-None-Match returns 304 and never 412 (RFC 9110, 13.1.2).',
    failing: 'The server returns the same status for all conditions that are false.',
    judge: (evidence) => never(evidence, ['none own', 'none list', 'none weak'], [412]),
  }),
  condition('content.if-none-match.before-date', {
    proves: 'If a request has If-None-Match, the server ignores If-Modified-Since (RFC 9110, 13.1.3).',
    failing: 'The server returns 304 if only one of the two conditions matches.',
    judge: (evidence) => never(evidence, ['none other, modified own'], [304]),
  }),
  condition('content.if-none-match.beyond', {
    proves: 'A GET with a matching If-None-Match returns 304, even if its range is beyond the clip (RFC 9110, 13.2.2).',
    failing: 'The server evaluates Range first.',
    judge: (evidence) => ifKnown(evidence, ['none own', 304], ['none own, beyond']),
  }),
  condition('content.if-match.own', {
    proves: 'If-Match matches the ETag of the clip, a list that contains this ETag, and `*` (RFC 9110, 13.1.1).',
    failing: 'The server compares the whole header with the ETag.',
    judge: (evidence) => {
      const tag = header(evidence.one('plain').response, 'etag');
      const own = tag?.startsWith('"') === true ? ['match own', 'match list', 'match own, unmodified old'] : [];
      return never(evidence, ['match star', ...own], [412, 304]);
    },
  }),
  condition('content.if-match.weak', {
    proves: 'If-Match never matches a weak ETag (RFC 9110, 13.1.1 and 8.8.3.2).',
    failing: 'The server ignores the `W/` before a weak ETag.',
    judge: (evidence) => ifKnown(evidence, ['match other', 412], ['match weak']),
  }),
  condition('content.if-match.first', {
    proves:
      'A GET with an If-Match that does not match returns 412, even if its range is beyond the clip (RFC 9110, 13.2.2).',
    failing: 'The server evaluates Range first.',
    judge: (evidence) => ifKnown(evidence, ['match other', 412], ['match other, beyond']),
  }),
  condition('content.if-modified-since.changed', {
    proves:
      'If the clip is newer than the date in If-Modified-Since, the server sends the clip (RFC 9110, 13.1.3). The server also sends the clip if the value is not a date.',
    failing: 'The server returns 304 for any date.',
    judge: (evidence) => never(evidence, ['modified old', 'modified words'], [304, 412]),
  }),
  condition('content.if-unmodified-since.kept', {
    proves:
      'If the clip is not newer than the date in If-Unmodified-Since, the server sends the clip (RFC 9110, 13.1.4). The server also sends the clip if the value is not a date.',
    failing: 'The server returns 412 if the date in If-Unmodified-Since is exactly the date of the clip.',
    judge: (evidence) =>
      never(evidence, ['unmodified own', 'unmodified a second later', 'unmodified words'], [412, 304]),
  }),
  condition('content.not-modified.headers', {
    proves:
      'A 304 has the same ETag and the same cache headers as the 200 (RFC 9110, 15.4.5 and 8.6). If the 304 has a Content-Length, its value is the length of the clip.',
    failing: 'The server sends a 304 without ETag, or with Content-Length: 0.',
    judge: notModified,
  }),
];

/** Builds a check of the responses to conditions. By default, the probe is `CONDITIONS`. */
export function condition(
  id: string,
  about: Pick<Check, 'proves' | 'failing' | 'judge'> & Partial<Pick<Check, 'from'>>,
): Check {
  return defineCheck({
    from: [DOWNLOAD, CONDITIONS],
    ...about,
    id,
    requirement: 'content.conditional',
    authority: 'http',
  });
}

/** Judges that no response to these requests has a listed status, or a status of 500 or higher. */
function never(evidence: Evidence, labels: readonly string[], statuses: readonly number[]): Outcome {
  const answers = labels.flatMap((label) => (evidence.maybe(label) === undefined ? [] : [evidence.one(label)]));
  if (answers.length === 0)
    return notApplicable(
      'The response with the clip has no ETag and no Last-Modified. So the kit cannot send a condition.',
    );
  const wrong = answers.filter(({ response: { status } }) => statuses.includes(status) || status >= 500);
  return noneOf(wrong, answers.slice(0, 3), [`a status other than ${statuses.join(' or ')}`, describeRequest]);
}

/** Judges other forms of a condition, if the server evaluates the condition in its simplest form. */
function ifKnown(evidence: Evidence, [plain, status]: readonly [string, number], labels: readonly string[]): Outcome {
  const known = evidence.maybe(plain);
  if (known?.response.status !== status)
    return notApplicable(`The server does not return ${status} for the same condition in its simplest form.`);
  const answers = labels.flatMap((label): Answered[] =>
    evidence.maybe(label) === undefined ? [] : [evidence.one(label)],
  );
  const wrong = answers.find(({ response }) => response.status !== status);
  return wrong === undefined ? pass(known, ...answers) : fail([known, wrong], String(status), describeRequest(wrong));
}

function notModified(evidence: Evidence): Outcome {
  const [whole, answer] = [evidence.one('whole'), evidence.maybe('none own')];
  if (answer?.response.status !== 304)
    return notApplicable('If-None-Match with the ETag of the clip does not return 304.');
  const tag = header(whole.response, 'etag');
  if (header(answer.response, 'etag') !== tag && !hasSeveralTags(evidence))
    return fail(answer, `ETag: ${tag ?? 'none'}`, header(answer.response, 'etag') ?? 'none');
  const lost = ['cache-control', 'expires', 'vary', 'content-location'].find(
    (name) => header(whole.response, name) !== undefined && header(answer.response, name) === undefined,
  );
  if (lost !== undefined) return fail(answer, `${lost}, as in the 200`, 'none');
  const length = header(answer.response, 'content-length');
  return length === undefined || Number(length) === whole.response.body.size
    ? pass(whole, answer)
    : fail(answer, `no Content-Length, or ${whole.response.body.size}`, length);
}
