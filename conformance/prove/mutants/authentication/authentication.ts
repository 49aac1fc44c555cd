/** Servers that let strangers in, lock the owner out, or misread credentials at one endpoint or method. */

import { mutants, type Mutant } from '../../mutant.ts';
import { before, withJson, withKey, type Call, type Tampering } from '../../server.ts';
import { answering, isFine, toHeader, toStatus } from '../../tamper/answers.ts';
import {
  CLIP,
  CLIP_HEAD,
  CONTENT,
  creatingForAnybody,
  credentialsOf,
  dropping,
  isAccepted,
  keyOf,
  lookingAsOwner,
  EMPTY_KEY,
  OTHER_KEY,
  CLIP_PART,
  RECORD,
  RECORD_HEAD,
  rejecting,
  sending,
  takingBack,
  UNKNOWN_KEY,
  type Where,
} from '../../tamper/calls.ts';
import { SOME } from '../../tamper/create.ts';

/** The kinds of reading: the operation, the end of the ids of the checks, the words, and the requests. */
const READS: readonly (readonly [operation: 'get' | 'content', end: string, what: string, where: Where])[] = [
  ['get', '', 'records', RECORD],
  ['get', '.head', 'the headers of records', RECORD_HEAD],
  ['content', '', 'clips', CLIP],
  ['content', '.part', 'parts of clips', CLIP_PART],
  ['content', '.head', 'the headers of clips', CLIP_HEAD],
];

const OPEN: readonly Mutant[] = READS.flatMap(([operation, end, what, where]) =>
  mutants({
    [`authentication.${operation}.missing${end}`]: {
      [`shows ${what} to clients without a key`]: lookingAsOwner({ ...where, key: EMPTY_KEY }),
    },
    [`authentication.${operation}.invalid${end}`]: {
      [`shows ${what} to clients with any key`]: lookingAsOwner({ ...where, key: UNKNOWN_KEY }),
    },
    [`${operation}.foreign${end}`]: {
      [`shows ${what} to every account`]: lookingAsOwner({ ...where, key: OTHER_KEY }),
    },
  }),
);

const isNear = (operation: string, near: (owner: string) => string) => (call: Call, owner: Call) =>
  call.operation === operation && call.key === near(owner.key);
const challenging = (challenge: string | undefined): (() => Tampering) =>
  answering({ status: 401 }, toHeader('www-authenticate', challenge));
/** Answers requests with these credentials as if they had no key. */
const misspelled = (credentials: RegExp, where: Where = {}): (() => Tampering) =>
  dropping({ ...where, credentials }, 'authorization');

const KEYS: readonly Mutant[] = mutants({
  'authentication.bearer': {
    'expects the key in another header for downloads': rejecting(
      { operation: 'content', key: /./ },
      403,
      'use_signed_url',
    ),
  },
  'authentication.bearer.query': {
    'accepts a key from the query': (): Tampering => (call, engine) => {
      const key = call.url.searchParams.get('access_token');
      return engine(key === null || call.key !== '' ? call : withKey(call, key));
    },
  },
  'record.output.same-key': {
    'requires a signature for downloads': rejecting(
      (call) => call.operation === 'content' && !call.url.search.includes('signature') && call.key !== '',
      401,
      'missing_signature',
    ),
  },
  'authentication.create.missing': {
    'answers a create without a key with 400': answering({ operation: 'create', key: EMPTY_KEY }, toStatus(400)),
    'uses a demo account for creates without a key': creatingForAnybody({ key: EMPTY_KEY }),
  },
  'authentication.create.invalid': {
    'opens an account for every unknown key': creatingForAnybody({ key: UNKNOWN_KEY }),
  },
  'authentication.create.keyed.missing': {
    'replays a create for any client that knows its Idempotency-Key': replaying(/^$/),
  },
  'authentication.create.keyed.invalid': {
    'looks up the Idempotency-Key before it checks the API key': replaying(/^Bearer no-such-key/),
  },
  'authentication.near-key.get-longer': {
    'compares only as many characters of a key as its own key has': lookingAsOwner(isNear('get', (key) => `${key}x`)),
  },
  'authentication.near-key.get-shorter': {
    'compares only as many characters of a key as were sent': lookingAsOwner(
      ({ key }, owner) => key !== '' && owner.key.startsWith(key),
    ),
  },
  'authentication.near-key.content-longer': {
    'compares only the beginning of a key for downloads': lookingAsOwner(isNear('content', (key) => `${key}x`)),
  },
  'authentication.read-status': {
    'rejects gets without a valid key with 403': answering({ ...RECORD, status: 401 }, toStatus(403)),
  },
  'state.refused-create.without-key': {
    'answers 401 with a record': answering({ operation: 'create', status: 401 }, (answer) =>
      withJson(answer, { id: ID, object: 'video.generation', status: 'failed', cost_usd: 0, error: { code: 'no' } }),
    ),
  },
  'http.scheme.lower-case': { 'accepts `Bearer` only with a capital': misspelled(/^bearer/) },
  'http.scheme.upper-case': { 'rejects `BEARER`': misspelled(/^BEARER/) },
  'http.scheme.two-spaces': { 'splits the header at the first space only': misspelled(/^Bearer {2}/) },
  'http.scheme.create': {
    'accepts the scheme of a create only with a capital': misspelled(/^b/, { operation: 'create' }),
  },
  'http.scheme.get': { 'accepts the scheme of a get only with a capital': misspelled(/^b/, RECORD) },
  'http.scheme.part': { 'accepts the scheme of a part only with a capital': misspelled(/^b/, CLIP_PART) },
  'http.scheme.head': { 'accepts the scheme of a HEAD only with a capital': misspelled(/^b/, CLIP_HEAD) },
  'http.challenge': {
    'sends 401 with an empty challenge': challenging(''),
    'sends 401 without a challenge': challenging(undefined),
  },
  'http.challenge.scheme': { 'challenges with Basic': challenging('Basic realm="videos, bearer of good news"') },
});
const ID = '6f1c9b1e-3a0e-4a57-8a5e-3d1f4f8f2b11';

/** Accepts creates with these credentials, and charges them to an account of their own. */
const creating = (credentials: RegExp): (() => Tampering) => creatingForAnybody({ credentials });
/** Answers polls and downloads with these credentials as if the owner had sent them. */
const reading = (where: Where, credentials: RegExp): (() => Tampering) => lookingAsOwner({ ...where, credentials });

const CREDENTIALS: readonly Mutant[] = [
  ...mutants({
    'authentication.other-scheme.create': {
      'accepts keys with the scheme Token for creates': creating(/^Token /),
      'accepts any scheme that begins with Bearer': creating(/^BearerToken /),
      'accepts a key as the password of Basic': creating(/^Basic YXBpOn/),
    },
    'authentication.other-scheme.get': {
      'accepts any scheme for gets': reading(RECORD, /^Basic /),
      // A key of the emulator begins with `sk_`, which is `c2tf` in Base64.
      'accepts a key as the user name of Basic': reading(RECORD, /^Basic c2tf/),
    },
    'authentication.other-scheme.content': {
      'does not check the scheme of a HEAD': reading(CLIP_HEAD, /^Digest /),
      'compares four letters of the scheme for parts': reading(CLIP_PART, /^Bear /),
    },
    'authentication.empty.create': {
      'has an account for the key null': creating(/^Bearer null$/),
      'accepts Bearer without a key for creates': creating(/^Bearer$/),
    },
    'authentication.empty.get': {
      'shows records to an empty key': reading(RECORD, /^Bearer *$/),
      'accepts a key directly after the letters of the scheme': reading(RECORD, /^Bearer\S/),
    },
    'authentication.empty.content': {
      'serves clips to the key undefined': reading({ ...CONTENT, method: 'GET' }, /^Bearer undefined$/),
    },
    'authentication.doubled.create': {
      'reads the last word as the key of a create': creating(/^Bearer no-such-key \S+$/),
    },
    'authentication.doubled.get': {
      'reads the first of two words as the key of a get': reading(RECORD, /^Bearer \S+ no-such-key$/),
    },
    'authentication.doubled.content': {
      'accepts any key in a list of credentials for downloads': reading(CONTENT, /^Bearer no-such-key, /),
      'removes the scheme repeatedly': reading(CLIP_PART, /^Bearer Bearer /),
    },
    'authentication.near-key.create': { 'compares keys without case for creates': creating(/^Bearer SK_/) },
    'authentication.near-key.get': {
      'compares keys without case for gets': reading(RECORD, /^Bearer SK_/),
      'finds keys with the SQL operator LIKE': reading(RECORD, /%$/),
      'decodes keys': reading(RECORD, /^Bearer %/),
      'ignores the last character of a key for gets': lookingAsOwner(isNear('get', (key) => `${key.slice(0, -1)}x`)),
    },
    'authentication.near-key.content': {
      'accepts any text that contains its key': reading(CLIP_HEAD, /^Bearer 0sk_/),
      'ignores the last character of a key for downloads': lookingAsOwner(
        isNear('content', (key) => `${key.slice(0, -1)}x`),
      ),
    },
    'authentication.content.missing.own-tag': {
      'compares tags before it checks the key': lookingAsOwner(conditional('if-none-match', EMPTY_KEY)),
      'compares dates before it checks the key': lookingAsOwner(conditional('if-modified-since', EMPTY_KEY)),
    },
    'authentication.content.invalid.own-tag': {
      'compares tags before it checks the key': lookingAsOwner(conditional('if-none-match', UNKNOWN_KEY)),
    },
    'content.foreign.own-tag': {
      'compares tags before it checks the key': lookingAsOwner(conditional('if-none-match', /^sk_standin_/)),
    },
    'authentication.content.missing.condition': {
      'answers conditions before it checks the key': lookingAsOwner({
        ...CONTENT,
        has: 'if-none-match',
        key: EMPTY_KEY,
      }),
    },
    'authentication.content.invalid.condition': {
      'answers conditions before it checks the key': lookingAsOwner({
        ...CONTENT,
        has: 'if-none-match',
        key: UNKNOWN_KEY,
      }),
    },
  }),
  ...Object.entries({ 'a key after a colon': /^Bearer: /, 'a key in quotes': /^Bearer "/ }).flatMap(([what, pattern]) =>
    mutants({
      'authentication.other-form.create': { [`accepts ${what} for creates`]: creating(pattern) },
      'authentication.other-form.get': { [`accepts ${what} for gets`]: reading(RECORD, pattern) },
      'authentication.other-form.content': { [`accepts ${what} for downloads`]: reading(CONTENT, pattern) },
    }),
  ),
];

const REVOKED: readonly Mutant[] = [
  ...mutants({
    'authentication.create.revoked': { 'still accepts a revoked key': takingBack('create') },
    'authentication.get.revoked.own': { 'checks at gets only who made the generation': takingBack('get') },
    'authentication.content.revoked.own': {
      'checks at downloads only who made the generation': takingBack(
        ({ operation, method, headers }) =>
          operation === 'content' && method === 'GET' && !headers.has('range') && !headers.has('if-none-match'),
      ),
      'continues a download with a revoked key': takingBack(CLIP_PART),
      'evaluates conditions of a revoked key': takingBack({ ...CONTENT, has: 'if-none-match' }),
      'answers HEAD with a revoked key': takingBack(CLIP_HEAD),
    },
    'authentication.create.revoked.replay': {
      'answers a replay before it rejects a revoked key': takingBack({ operation: 'create', has: 'idempotency-key' }),
    },
    'authentication.create.revoked.extend': {
      'checks at an extension only who made the source video': takingBack({ body: { source_video_ids: SOME } }),
    },
  }),
  ...(['get', 'content'] as const).flatMap((operation) =>
    mutants({
      [`authentication.${operation}.revoked`]: {
        'caches the keys': sending({ operation, key: /-revoked/ }, (call) => withKey(call, 'sk_standin_anybody')),
      },
      [`authentication.${operation}.missing.cookie`]: { 'starts a session': sessionFor(operation) },
    }),
  ),
];

export const AUTHENTICATION_MUTANTS: readonly Mutant[] = [...OPEN, ...KEYS, ...CREDENTIALS, ...REVOKED];

/** Finds the requests for content with a condition of their own. */
function conditional(name: string, key: RegExp): (call: Call) => boolean {
  return (call) => call.operation === 'content' && !['*', null].includes(call.headers.get(name)) && key.test(call.key);
}

function sessionFor(operation: 'get' | 'content'): () => Tampering {
  return before(
    answering({ operation, key: /./, status: isFine }, toHeader('set-cookie', 'session=1; HttpOnly; Path=/')),
    lookingAsOwner(
      (call) => call.operation === operation && call.key === '' && call.headers.get('cookie') === 'session=1',
    ),
  );
}

/** Finds an earlier create by its Idempotency-Key before it checks the owner of the API key. */
function replaying(credentials: RegExp): () => Tampering {
  return () => {
    const owners = new Map<string, string>();
    return async (call, engine) => {
      const owner = call.operation === 'create' ? owners.get(keyOf(call)) : undefined;
      const answer = await engine(
        owner !== undefined && credentials.test(credentialsOf(call)) ? withKey(call, owner) : call,
      );
      if (isAccepted(call, answer)) owners.set(keyOf(call), call.key);
      return answer;
    };
  };
}
