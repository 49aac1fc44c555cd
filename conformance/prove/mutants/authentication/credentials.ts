/** Servers that misread credentials at one endpoint or method, and requests that break a rule of HTTP/1.1. */

import { also, type Mutant } from '../../mutant.ts';
import { answering, withStatus } from '../../tamper/answers.ts';
import { refusalAnswer } from '../../tamper/create.ts';
import { creatingForAnybody, lookingAsOwner } from '../../tamper/keys.ts';
import { withHeader, type Call, type Operation, type Tampering } from '../../server.ts';

const sent = ({ headers }: Call): string => headers.get('authorization') ?? '';
/** Accepts creates with these credentials, and charges them to an account of their own. */
const creating = (pattern: RegExp): (() => Tampering) => creatingForAnybody((call) => pattern.test(sent(call)));
interface Where {
  readonly operation: 'get' | 'content';
  readonly method?: 'GET' | 'HEAD';
  readonly isPart?: boolean;
}
/** Answers polls and downloads with these credentials as if the owner had sent them. */
const reading = (where: Where, pattern: RegExp): (() => Tampering) =>
  lookingAsOwner(
    (call) =>
      call.operation === where.operation &&
      (where.method === undefined || call.method === where.method) &&
      (where.isPart === undefined || call.headers.has('range') === where.isPart) &&
      pattern.test(sent(call)),
  );
/** Rejects the scheme in small letters, at one endpoint. */
const misspelled =
  (operation: Operation, when: (call: Call) => boolean = () => true): (() => Tampering) =>
  () =>
  (call, engine) =>
    engine(
      call.operation === operation && when(call) && sent(call).startsWith('b')
        ? withHeader(call, 'authorization', undefined)
        : call,
    );
const isHead = ({ method }: Call): boolean => method === 'HEAD';

const KEYS: readonly Mutant[] = [
  also(['authentication.other-scheme.create', 'token'], 'accepts keys with the scheme Token for creates', {
    tamper: creating(/^Token /),
  }),
  also(['authentication.other-scheme.create', 'begins'], 'accepts any scheme that begins with Bearer', {
    tamper: creating(/^BearerToken /),
  }),
  also(['authentication.other-scheme.get', 'basic'], 'accepts any scheme for gets', {
    tamper: reading({ operation: 'get' }, /^Basic /),
  }),
  // A key of the emulator begins with `sk_`, which is `c2tf` in Base64.
  also(['authentication.other-scheme.get', 'encoded'], 'accepts a key as the user name of Basic', {
    tamper: reading({ operation: 'get' }, /^Basic c2tf/),
  }),
  also(['authentication.other-scheme.create', 'encoded'], 'accepts a key as the password of Basic', {
    tamper: creating(/^Basic YXBpOn/),
  }),
  also(['authentication.other-scheme.content', 'head'], 'does not check the scheme of a HEAD', {
    tamper: reading({ operation: 'content', method: 'HEAD' }, /^Digest /),
  }),
  also(['authentication.other-scheme.content', 'part'], 'compares four letters of the scheme for parts', {
    tamper: reading({ operation: 'content', isPart: true }, /^Bear /),
  }),
  also(['authentication.empty.create', 'null'], 'has an account for the key null', {
    tamper: creating(/^Bearer null$/),
  }),
  also(['authentication.empty.create', 'alone'], 'accepts Bearer without a key for creates', {
    tamper: creating(/^Bearer$/),
  }),
  also(['authentication.empty.get', 'alone'], 'shows records to an empty key', {
    tamper: reading({ operation: 'get' }, /^Bearer *$/),
  }),
  also(['authentication.empty.get', 'glued'], 'accepts a key directly after the letters of the scheme', {
    tamper: reading({ operation: 'get' }, /^Bearer\S/),
  }),
  also(['authentication.empty.content', 'undefined'], 'serves clips to the key undefined', {
    tamper: reading({ operation: 'content', method: 'GET' }, /^Bearer undefined$/),
  }),
  also(['authentication.doubled.create', 'last'], 'reads the last word as the key of a create', {
    tamper: creating(/^Bearer no-such-key \S+$/),
  }),
  also(['authentication.doubled.get', 'first'], 'reads the first of two words as the key of a get', {
    tamper: reading({ operation: 'get' }, /^Bearer \S+ no-such-key$/),
  }),
  also(['authentication.doubled.content', 'list'], 'accepts any key in a list of credentials for downloads', {
    tamper: reading({ operation: 'content' }, /^Bearer no-such-key, /),
  }),
  ...(
    [
      ['colon', 'accepts a key after a colon', /^Bearer: /],
      ['quotes', 'accepts a key in quotes', /^Bearer "/],
    ] as const
  ).flatMap(([name, does, pattern]) => [
    also(['authentication.other-form.create', name], `${does} for creates`, { tamper: creating(pattern) }),
    also(['authentication.other-form.get', name], `${does} for gets`, {
      tamper: reading({ operation: 'get' }, pattern),
    }),
    also(['authentication.other-form.content', name], `${does} for downloads`, {
      tamper: reading({ operation: 'content' }, pattern),
    }),
  ]),
  also(['authentication.doubled.content', 'scheme'], 'removes the scheme repeatedly', {
    tamper: reading({ operation: 'content', isPart: true }, /^Bearer Bearer /),
  }),
  also(['authentication.near-key.create', 'case'], 'compares keys without case for creates', {
    tamper: creating(/^Bearer SK_/),
  }),
  also(['authentication.near-key.get', 'case'], 'compares keys without case for gets', {
    tamper: reading({ operation: 'get' }, /^Bearer SK_/),
  }),
  also(['authentication.near-key.get', 'pattern'], 'finds keys with the SQL operator LIKE', {
    tamper: reading({ operation: 'get' }, /%$/),
  }),
  also(['authentication.near-key.content', 'within'], 'accepts any text that contains its key', {
    tamper: reading({ operation: 'content', method: 'HEAD' }, /^Bearer 0sk_/),
  }),
  also(['authentication.near-key.get', 'last'], 'ignores the last character of a key for gets', {
    tamper: lookingAsOwner(
      (call, owner) => call.operation === 'get' && call.key !== owner && call.key === `${owner.slice(0, -1)}x`,
    ),
  }),
  also(['authentication.near-key.content', 'last'], 'ignores the last character of a key for downloads', {
    tamper: lookingAsOwner(
      (call, owner) => call.operation === 'content' && call.key !== owner && call.key === `${owner.slice(0, -1)}x`,
    ),
  }),
  ...(
    [
      ['authentication.content.missing.own-tag', 'tag', 'if-none-match', ''],
      ['authentication.content.missing.own-tag', 'date', 'if-modified-since', ''],
      ['authentication.content.invalid.own-tag', 'tag', 'if-none-match', 'no-such-key'],
      ['content.foreign.own-tag', 'tag', 'if-none-match', 'sk_standin_'],
    ] as const
  ).map(([check, name, condition, key]) =>
    also([check, name], `compares ${condition === 'if-modified-since' ? 'dates' : 'tags'} before it checks the key`, {
      tamper: lookingAsOwner(
        (call) =>
          call.operation === 'content' &&
          !['*', null].includes(call.headers.get(condition)) &&
          (key === '' ? call.key === '' : call.key.startsWith(key)),
      ),
    }),
  ),
  also(['http.scheme.create', 'small'], 'accepts the scheme of a create only with a capital', {
    tamper: misspelled('create'),
  }),
  also(['http.scheme.get', 'small'], 'accepts the scheme of a get only with a capital', { tamper: misspelled('get') }),
  also(['http.scheme.part', 'small'], 'accepts the scheme of a part only with a capital', {
    tamper: misspelled('content', ({ headers }) => headers.has('range')),
  }),
  also(['http.scheme.head', 'small'], 'accepts the scheme of a HEAD only with a capital', {
    tamper: misspelled('content', isHead),
  }),
  also(['authentication.get.missing.head', 'open'], 'answers a HEAD of a record without a key', {
    tamper: lookingAsOwner((call) => call.operation === 'get' && isHead(call) && call.key === ''),
  }),
  also(['authentication.get.invalid.head', 'any'], 'answers a HEAD of a record with any key', {
    tamper: lookingAsOwner((call) => call.operation === 'get' && isHead(call) && call.key.startsWith('no-such-key')),
  }),
  also(['get.foreign.head', 'open'], 'answers a HEAD of a record to every account', {
    tamper: lookingAsOwner((call) => call.operation === 'get' && isHead(call) && call.key.endsWith('-other')),
  }),
];

const SOCKET: Pick<Mutant, 'socket' | 'selection'> = {
  socket: 'title-case',
  selection: { only: ['http.absolute-form', 'http.host.*'] },
};

const PROTOCOL: readonly Mutant[] = [
  also(['http.absolute-form', 'route'], 'has no route for an absolute URL', {
    ...SOCKET,
    tamper: () => async (call, engine) =>
      call.headers.has('x-absolute') ? refusalAnswer(404, 'not_found') : engine(call),
  }),
  also(['http.host.missing', 'taken'], 'accepts a request without Host', { ...SOCKET, tamper: hosting('0') }),
  also(['http.host.twice', 'taken'], 'accepts a request with two Host lines', { ...SOCKET, tamper: hosting('2') }),
  also(['http.head.status', 'any'], 'answers 200 to a HEAD of an unknown id', {
    tamper: answering('any', (answer, call) =>
      isHead(call) && answer.status === 404 ? { ...withStatus(answer, 200), bytes: new Uint8Array() } : answer,
    ),
  }),
  also(['http.head.status', 'record'], 'answers 404 to a HEAD of a record', {
    tamper: answering('get', (answer, call) => (isHead(call) ? withStatus(answer, 404) : answer)),
  }),
  also(['http.head.headers', 'length'], 'announces a record of length 0 at HEAD', {
    tamper: answering('get', (answer, call) => (isHead(call) ? withHeader(answer, 'content-length', '0') : answer)),
  }),
  also(['http.head.headers', 'tag'], 'sends another tag of a clip at HEAD', {
    tamper: answering('content', (answer, call) =>
      isHead(call) && answer.status === 200 ? withHeader(answer, 'etag', '"head"') : answer,
    ),
  }),
  also(['http.head.headers', 'type'], 'declares a clip as text at HEAD', {
    tamper: answering('content', (answer, call) =>
      isHead(call) && answer.status === 200 ? withHeader(answer, 'content-type', 'text/plain') : answer,
    ),
  }),
];

export const CREDENTIALS_MUTANTS: readonly Mutant[] = [...KEYS, ...PROTOCOL];

/** Lets through a request that the server behind it would reject for its Host lines. */
function hosting(count: string): () => Tampering {
  return () => (call, engine) =>
    engine(call.headers.get('x-hosts') === count ? withHeader(call, 'x-hosts', undefined) : call);
}
