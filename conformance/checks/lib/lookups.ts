/** Probes for generations that do not exist or belong to another key. Each probe serves several checks. */

import type { HeaderLine } from '../../client/exchange.ts';
import { defineProbe, type Probe } from '../../engine/define.ts';
import type { ProbeFacts } from '../../engine/evidence.ts';
import { unknownKeyOf, type MadeGeneration, type ProbeTools, type SendOptions } from '../../engine/probe-tools.ts';
import { TEXT } from './bodies.ts';

type ClipRun = (kit: ProbeTools, clip: MadeGeneration) => ReturnType<Probe['run']>;

/** Returns the run of a probe that sends requests for any completed clip. */
export function ofClip(run: ClipRun): Pick<Probe, 'after' | 'run'> {
  return { after: ['any-clip'], run: (kit) => run(kit, kit.generation('any-clip')) };
}

/** Requests with a UUID that no server has ever issued. */
export const UNKNOWN = defineProbe({
  id: 'lookup.unknown',
  sends: 'A get request and a download for a UUID that never existed.',
  run: async (kit) => {
    await kit.get('unknown get', kit.unknownId);
    await kit.content('unknown content', kit.unknownId);
  },
});

export const MALFORMED = defineProbe({
  id: 'lookup.malformed',
  sends: 'A get request and a download for each of several ids that are not UUIDs.',
  run: async (kit) => {
    for (const [name, id] of [
      ['words', 'not-a-uuid'],
      ['number', '1'],
      ['cut', kit.unknownId.slice(0, -1)],
    ] as const) {
      await kit.get(`get ${name}`, id);
      await kit.content(`content ${name}`, id);
    }
  },
});

export const FOREIGN_CLIP = defineProbe({
  id: 'lookup.foreign',
  sends:
    'The kit sends get requests and downloads with the key of another account, for a clip of the first account. The downloads are sent without extra headers, with Range, with a condition, and with the id in uppercase.',
  keys: ['other'],
  ...ofClip(async (kit, { id, key }): Promise<ProbeFacts> => {
    const looks = [
      await kit.get('foreign get', id, { key: 'other' }),
      await kit.content('foreign content', id, { key: 'other' }),
    ];
    await kit.content('foreign part', id, { key: 'other', headers: [['Range', 'bytes=0-99']] });
    await kit.content('foreign condition', id, { key: 'other', headers: [['If-None-Match', '*']] });
    await kit.content('foreign open range', id, { key: 'other', headers: [['Range', 'bytes=0-']] });
    await kit.content('foreign content in capitals', id.toUpperCase(), { key: 'other' });
    await kit.get('foreign get in capitals', id.toUpperCase(), { key: 'other' });
    await kit.get('unknown get', kit.unknownId, { key: 'other' });
    const { keys } = kit.profile;
    const showing = looks.find(({ bytes }) => hasPieceOf(keys[key], keys.other, bytes));
    return showing === undefined ? {} : { 'piece of a key': showing.exchange.label };
  }),
});

/** The number of consecutive characters of a key that cannot be a coincidence. */
const TELLING = 8;

/** Returns whether a response has a piece of a key that another key lacks. The report never contains the piece. */
function hasPieceOf(key: string | undefined, other: string | undefined, bytes: Buffer | undefined): boolean {
  const starts = Array.from({ length: Math.max(0, (key?.length ?? 0) - TELLING + 1) }, (_, at) => at);
  const pieces = starts.map((at) => key?.slice(at, at + TELLING) ?? '');
  return pieces.some((piece) => bytes?.includes(piece) === true && other?.includes(piece) !== true);
}

/** Spellings of an id or a path that the document does not mention. */
export const SPELLINGS = defineProbe({
  id: 'lookup.spellings',
  sends:
    'The kit sends get requests for a clip. Their paths have the id in uppercase, a trailing slash, a double slash, a query, or no /v1.',
  ...ofClip(async (kit, { id }) => {
    const get = { method: 'GET', key: 'primary', outsideApi: true } as const;
    await kit.send('upper case', { ...get, path: `/v1/videos/${id.toUpperCase()}` });
    await kit.send('trailing slash', { ...get, path: `/v1/videos/${id}/` });
    await kit.send('double slash', { ...get, path: `/v1//videos/${id}` });
    await kit.send('query', { ...get, path: `/v1/videos/${id}?verbose=1` });
    await kit.send('no version', { ...get, path: `/videos/${id}` });
    await kit.send('long id', { ...get, path: `/v1/videos/${'a'.repeat(2000)}` });
  }),
});

/** Methods and paths outside of the three operations. The DELETE request has an id that does not exist. */
export const STRANGE_METHODS = defineProbe({
  id: 'lookup.methods',
  sends:
    'Requests that are not part of the API: PUT, PATCH, DELETE and OPTIONS, a list of generations, and unknown paths.',
  run: async (kit) => {
    const strange = { key: 'primary', outsideApi: true } as const;
    const record = `/v1/videos/${kit.unknownId}`;
    await kit.send('put', { ...strange, method: 'PUT', path: record });
    await kit.send('patch', { ...strange, method: 'PATCH', path: record });
    await kit.send('delete', { ...strange, method: 'DELETE', path: record });
    await kit.send('options', { ...strange, method: 'OPTIONS', path: '/v1/videos' });
    await kit.send('list', { ...strange, method: 'GET', path: '/v1/videos' });
    await kit.send('cancel', { ...strange, method: 'POST', path: `${record}/cancel` });
    await kit.send('post content', { ...strange, method: 'POST', path: `${record}/content` });
    await kit.send('unknown path', { ...strange, method: 'GET', path: '/v1/no-such-path' });
    await kit.send('openapi', { ...strange, method: 'GET', path: '/openapi.json' });
  },
});

/** The request of each operation, as a phrase. */
export const REQUEST_OF = { create: 'create request', get: 'get request', content: 'download' } as const;

/** The key of a request, as a phrase. */
export const BY_WHOM = {
  missing: 'without a key',
  invalid: 'with an unknown key',
  foreign: 'with the key of another account',
} as const;

export const NO_KEY = { key: undefined } as const;

/** Returns an unknown key. The report names it `[key unknown]`, so that an echo of the key is visible. */
export function unknownKey(kit: { readonly runId: string }, ...headers: readonly HeaderLine[]): SendOptions {
  return { key: undefined, headers: [['Authorization', `Bearer ${unknownKeyOf(kit.runId)}`], ...headers] };
}

export const UNAUTHORIZED_CREATE = defineProbe({
  id: 'authentication.create',
  mayBeCharged: true,
  sends:
    'A valid create request without a key, and a valid create request with an unknown key. An invalid create request and a get request for an unknown id, both with the unknown key. An invalid create request with the primary key.',
  run: async (kit) => {
    await kit.create('create missing', TEXT, NO_KEY);
    await kit.create('create invalid', TEXT, unknownKey(kit));
    await kit.create('create invalid body', { ...TEXT, prompt: '' }, unknownKey(kit));
    await kit.create('create known', { ...TEXT, prompt: '' });
    await kit.get('get unknown invalid', kit.unknownId, unknownKey(kit));
  },
});

/** Returns the Idempotency-Key of get requests, where it has no meaning: the same key in all of a run. */
export function keyOfLooks(kit: Pick<ProbeTools, 'runId'>): HeaderLine[] {
  return [['Idempotency-Key', `standin-${kit.runId}-looks`]];
}
