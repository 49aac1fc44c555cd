/** The requests with conditions: lists, weak and similar ETags, dates, several conditions at once, false conditions. */

import type { HeaderLine } from '../../client/exchange.ts';
import { clipProbe, FIRST_PART, type ClipRequest, type ClipRequests } from '../lib/downloads.ts';

const BEYOND: HeaderLine = ['Range', 'bytes=999999999999-'];
export const NO_TAG = '"no-such-tag"';
const OLD = 'Mon, 01 Jan 2001 00:00:00 GMT';
const WORDS = 'yesterday';

type Forms = Readonly<Record<string, readonly HeaderLine[]>>;

/** The status of a server that evaluates each of these false conditions. */
export const STATUSES = { 'none own': 304, 'match other': 412, 'modified own': 304, 'unmodified old': 412 } as const;

export const CONDITIONS = clipProbe({
  id: 'content.conditions',
  sends:
    'The kit sends download requests with If-Range, If-None-Match, If-Match, If-Modified-Since or If-Unmodified-Since. The values are lists, `*`, weak ETags, nearly equal ETags, and dates that differ by a second. Some downloads have several conditions. Each false condition is sent with a GET for the whole clip, with a GET for a part, and with a HEAD. Other requests are a second download, HEAD requests, and a part with Accept-Encoding.',
  first: 'plain',
  requests: ({ tag, date }): ClipRequests => {
    const forms = conditionForms(tag, date);
    return {
      head: { head: [] },
      'head part': { head: [FIRST_PART] },
      'head record': { head: [], of: 'record' },
      again: [],
      gzip: [['Accept-Encoding', 'gzip'], FIRST_PART],
      ...forms,
      ...Object.fromEntries(
        Object.keys(STATUSES).flatMap((label): [string, ClipRequest][] => {
          const condition = forms[label];
          if (condition === undefined) return [];
          return [
            [`${label}, in part`, [...condition, FIRST_PART]],
            [`${label}, as HEAD`, { head: condition }],
          ];
        }),
      ),
    };
  },
});

/** Returns the headers of requests with conditions, for a clip with these validators. */
export function conditionForms(tag: string | undefined, date: string | undefined): Forms {
  return { ...ALWAYS, ...(tag === undefined ? {} : taggedForms(tag)), ...datedForms(date, tag) };
}

const ALWAYS: Forms = {
  'range other': [FIRST_PART, ['If-Range', NO_TAG]],
  'range other, beyond': [BEYOND, ['If-Range', NO_TAG]],
  'range weak': [FIRST_PART, ['If-Range', 'W/"x"']],
  'range old date': [FIRST_PART, ['If-Range', OLD]],
  'range alone': [['If-Range', NO_TAG]],
  'range words': [FIRST_PART, ['If-Range', WORDS]],
  'range star': [FIRST_PART, ['If-Range', '*']],
  'range empty tag': [FIRST_PART, ['If-Range', '""']],
  'none other': [['If-None-Match', NO_TAG]],
  'none others': [['If-None-Match', `${NO_TAG}, W/"nor-this", "x, y"`]],
  'none star': [['If-None-Match', '*']],
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
  // A tag without letters does not change with its case, and an empty tag has no shorter form.
  const other = (text: string): string => (text === inner ? NO_TAG : `"${text}"`);
  const near = {
    longer: other(`${inner}x`),
    shorter: other(inner.slice(0, -1)),
    tail: other(inner.slice(1)),
    'in another case': other(swapped),
  };
  return {
    'range own': [FIRST_PART, ['If-Range', tag]],
    'range empty tag': [FIRST_PART, ['If-Range', other('')]],
    'range list': [FIRST_PART, ['If-Range', `${NO_TAG}, ${strong}`]],
    'range weak own': [FIRST_PART, ['If-Range', `W/${strong}`]],
    'range without quotes': [FIRST_PART, ['If-Range', inner]],
    ...Object.fromEntries(
      Object.entries(near).flatMap(([name, text]): [string, HeaderLine[]][] => [
        [`range ${name}`, [FIRST_PART, ['If-Range', text]]],
        [`none ${name}`, [['If-None-Match', text]]],
      ]),
    ),
    'none own': [['If-None-Match', tag]],
    'none list': [['If-None-Match', `${NO_TAG}, ${tag}`]],
    'none list, first': [['If-None-Match', `${tag} , ${NO_TAG}`]],
    'none weak': [['If-None-Match', `W/${strong}`]],
    'none own, beyond': [['If-None-Match', tag], BEYOND],
    'match own': [['If-Match', tag]],
    'match own, in part': [['If-Match', tag], FIRST_PART],
    'match list': [['If-Match', `${NO_TAG}, ${tag}`]],
    'match other': [['If-Match', NO_TAG]],
    'match other, beyond': [['If-Match', NO_TAG], BEYOND],
    'match weak': [['If-Match', `W/${strong}`]],
    'match own, unmodified old': headers({ 'If-Match': tag, 'If-Unmodified-Since': OLD }),
  };
}

function datedForms(date: string | undefined, tag: string | undefined): Forms {
  const time = Date.parse(date ?? '');
  if (date === undefined || Number.isNaN(time)) return {};
  const off = (seconds: number): string => new Date(time + seconds * 1000).toUTCString();
  return {
    'range a second later': [FIRST_PART, ['If-Range', off(1)]],
    'range a second earlier': [FIRST_PART, ['If-Range', off(-1)]],
    'modified own': [['If-Modified-Since', date]],
    'unmodified old': [['If-Unmodified-Since', OLD]],
    'unmodified own': [['If-Unmodified-Since', date]],
    'unmodified a second later': [['If-Unmodified-Since', off(1)]],
    ...(tag !== undefined && {
      'none other, modified own': headers({ 'If-None-Match': NO_TAG, 'If-Modified-Since': date }),
    }),
  };
}

const headers = (lines: Readonly<Record<string, string>>): HeaderLine[] => Object.entries(lines);
