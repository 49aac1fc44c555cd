/**
 * Every request with conditions that the kit sends for a clip: lists, weak and similar ETags, dates, several conditions
 * at once, and false conditions. `conditions.ts` has the promises about their responses.
 */

import type { HeaderLine } from '../../client/exchange.ts';
import { defineProbe } from '../../engine/define.ts';
import { FIRST_PART, look, ofDownload, validatorsOf, type Validators } from '../lib/downloads.ts';

export const NO_TAG = '"no-such-tag"';
const OLD = 'Mon, 01 Jan 2001 00:00:00 GMT';
const PART = { Range: FIRST_PART[1] };
const BEYOND = { Range: 'bytes=999999999999-' };
const partIf = (condition: string): Headers => ({ ...PART, 'If-Range': condition });

type Headers = Readonly<Record<string, string>>;

/** The headers by labels. Words in angle brackets stand for values of the clip. Their texts are in `valuesOf`. */
const FORMS = {
  'range other': partIf(NO_TAG),
  'range other, beyond': { ...BEYOND, 'If-Range': NO_TAG },
  'range weak': partIf('W/"x"'),
  'range old date': partIf(OLD),
  'range alone': { 'If-Range': NO_TAG },
  'range words': partIf('yesterday'),
  'range star': partIf('*'),
  'range empty tag': partIf('<empty>'),
  'range own': partIf('<own>'),
  'range list': partIf(`${NO_TAG}, <strong>`),
  'range weak own': partIf('W/<strong>'),
  'range without quotes': partIf('<inner>'),
  'range longer': partIf('<longer>'),
  'range shorter': partIf('<shorter>'),
  'range tail': partIf('<tail>'),
  'range in another case': partIf('<swapped>'),
  'range a second later': partIf('<later>'),
  'range a second earlier': partIf('<earlier>'),
  'none other': { 'If-None-Match': NO_TAG },
  'none others': { 'If-None-Match': `${NO_TAG}, W/"nor-this", "x, y"` },
  'none star': { 'If-None-Match': '*' },
  'none longer': { 'If-None-Match': '<longer>' },
  'none shorter': { 'If-None-Match': '<shorter>' },
  'none tail': { 'If-None-Match': '<tail>' },
  'none in another case': { 'If-None-Match': '<swapped>' },
  'none own': { 'If-None-Match': '<own>' },
  'none list': { 'If-None-Match': `${NO_TAG}, <own>` },
  'none list, first': { 'If-None-Match': `<own> , ${NO_TAG}` },
  'none weak': { 'If-None-Match': 'W/<strong>' },
  'none own, beyond': { 'If-None-Match': '<own>', ...BEYOND },
  'none other, modified own': { 'If-None-Match': '<other>', 'If-Modified-Since': '<date>' },
  'match star': { 'If-Match': '*' },
  'match own': { 'If-Match': '<own>' },
  'match own, in part': { 'If-Match': '<own>', ...PART },
  'match list': { 'If-Match': `${NO_TAG}, <own>` },
  'match other': { 'If-Match': '<other>' },
  'match other, beyond': { 'If-Match': '<other>', ...BEYOND },
  'match weak': { 'If-Match': 'W/<strong>' },
  'match own, unmodified old': { 'If-Match': '<own>', 'If-Unmodified-Since': OLD },
  'modified old': { 'If-Modified-Since': OLD },
  'modified words': { 'If-Modified-Since': 'yesterday' },
  'modified own': { 'If-Modified-Since': '<date>' },
  'unmodified words': { 'If-Unmodified-Since': 'yesterday' },
  'unmodified old': { 'If-Unmodified-Since': '<old>' },
  'unmodified own': { 'If-Unmodified-Since': '<date>' },
  'unmodified a second later': { 'If-Unmodified-Since': '<later>' },
} satisfies Readonly<Record<string, Headers>>;

/** The status of a server that evaluates each of these false conditions. */
export const STATUSES = { 'none own': 304, 'match other': 412, 'modified own': 304, 'unmodified old': 412 } as const;

/** The labels of the requests. Each false condition is also sent with a range and with HEAD. */
export type Condition = keyof typeof FORMS | `${keyof typeof STATUSES}, ${'in part' | 'as HEAD'}`;

export const CONDITIONS = defineProbe({
  id: 'content.conditions',
  sends:
    'The kit sends download requests with If-Range, If-None-Match, If-Match, If-Modified-Since or If-Unmodified-Since. The values are lists, `*`, weak ETags, nearly equal ETags, and dates that differ by a second. Some downloads have several conditions. Each false condition is sent with a GET for the whole clip, with a GET for a part, and with a HEAD. Other requests are a second download, HEAD requests, and a part with Accept-Encoding.',
  ...ofDownload(async (kit, { id, key }) => {
    const content = (label: string, ...headers: readonly HeaderLine[]) => kit.content(label, id, { key, headers });
    const head = (label: string, ...headers: readonly HeaderLine[]) => look(kit, ['head', label], { id, key, headers });
    const forms = conditionForms(validatorsOf(await content('plain', FIRST_PART)));
    await head('head');
    await head('head part', FIRST_PART);
    await look(kit, ['head record', 'head record'], { id, key });
    await content('again');
    await content('gzip', ['Accept-Encoding', 'gzip'], FIRST_PART);
    for (const [label, condition] of Object.entries(forms)) await content(label, ...condition);
    for (const label of Object.keys(STATUSES)) {
      const condition = forms[label];
      if (condition === undefined) continue;
      await content(`${label}, in part`, ...condition, FIRST_PART);
      await head(`${label}, as HEAD`, ...condition);
    }
  }),
});

/** Returns the headers of the requests for a clip with these validators. Some requests need an ETag or a date. */
export function conditionForms(validators: Validators): Readonly<Record<string, readonly HeaderLine[]>> {
  const values = valuesOf(validators);
  const isKnown = (text: string): boolean => [...text.matchAll(WORD)].every(([, word = '']) => word in values);
  const fill = (text: string): string => text.replaceAll(WORD, (_, word: string) => values[word] ?? '');
  const forms = Object.entries<Headers>(FORMS).filter(([, headers]) => Object.values(headers).every(isKnown));
  return Object.fromEntries(
    forms.map(([label, headers]) => [label, Object.entries(headers).map(([name, text]) => [name, fill(text)])]),
  );
}

const WORD = /<(\w+)>/g;

/** Returns the texts for the words in angle brackets: the validators of the clip, and values that differ slightly. */
function valuesOf({ tag, date }: Validators): Readonly<Record<string, string>> {
  const time = Date.parse(date ?? '');
  const off = (seconds: number): string => new Date(time + seconds * 1000).toUTCString();
  const dates = date === undefined || Number.isNaN(time) ? {} : { date, later: off(1), earlier: off(-1), old: OLD };
  if (tag === undefined) return { empty: '""', ...dates };
  const strong = tag.replace(/^W\//, '');
  const inner = strong.slice(1, -1);
  // A tag without letters does not change with its case, and an empty tag has no shorter form.
  const unlike = (text: string): string => (text === inner ? NO_TAG : `"${text}"`);
  const near = {
    empty: unlike(''),
    longer: unlike(`${inner}x`),
    shorter: unlike(inner.slice(0, -1)),
    tail: unlike(inner.slice(1)),
    swapped: unlike(inner === inner.toUpperCase() ? inner.toLowerCase() : inner.toUpperCase()),
  };
  return { own: tag, strong, inner, other: NO_TAG, ...near, ...dates };
}
