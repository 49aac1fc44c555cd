/** Servers that misread credentials at one endpoint or method, and what HTTP/1.1 asks of a request. */

import { also, type Mutant } from '../../mutant.ts';
import { answering, withStatus } from '../../tamper/answers.ts';
import { refusalAnswer } from '../../tamper/create.ts';
import { creatingForAnybody, lookingAsOwner } from '../../tamper/keys.ts';
import { withHeader, type Call, type Operation, type Tampering } from '../../server.ts';

const sent = ({ headers }: Call): string => headers.get('authorization') ?? '';
/** Creates with such credentials are taken, as those of some account. */
const creating = (pattern: RegExp): (() => Tampering) => creatingForAnybody((call) => pattern.test(sent(call)));
interface Where {
  readonly operation: 'get' | 'content';
  readonly method?: 'GET' | 'HEAD';
  readonly isPart?: boolean;
}
/** Looks with such credentials are taken for those of the owner. */
const reading = (where: Where, pattern: RegExp): (() => Tampering) =>
  lookingAsOwner(
    (call) =>
      call.operation === where.operation &&
      (where.method === undefined || call.method === where.method) &&
      (where.isPart === undefined || call.headers.has('range') === where.isPart) &&
      pattern.test(sent(call)),
  );
/** Does not know the scheme in small letters, at one endpoint. */
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
  also(['authentication.other-scheme.create', 'token'], 'takes keys behind Token for creates', {
    tamper: creating(/^Token /),
  }),
  also(['authentication.other-scheme.create', 'begins'], 'looks whether a scheme begins with Bearer', {
    tamper: creating(/^BearerToken /),
  }),
  also(['authentication.other-scheme.get', 'basic'], 'takes the word behind any scheme for gets', {
    tamper: reading({ operation: 'get' }, /^Basic /),
  }),
  // The key of an account of the emulator begins with sk_, which is c2tf so.
  also(['authentication.other-scheme.get', 'encoded'], 'finds a key that is encoded as the name behind Basic', {
    tamper: reading({ operation: 'get' }, /^Basic c2tf/),
  }),
  also(['authentication.other-scheme.create', 'encoded'], 'finds a key that is encoded as the password behind Basic', {
    tamper: creating(/^Basic YXBpOn/),
  }),
  also(['authentication.other-scheme.content', 'head'], 'does not look at the scheme of a HEAD', {
    tamper: reading({ operation: 'content', method: 'HEAD' }, /^Digest /),
  }),
  also(['authentication.other-scheme.content', 'part'], 'compares four letters of a scheme for parts', {
    tamper: reading({ operation: 'content', isPart: true }, /^Bear /),
  }),
  also(['authentication.empty.create', 'null'], 'has an account for the key null', {
    tamper: creating(/^Bearer null$/),
  }),
  also(['authentication.empty.create', 'alone'], 'takes Bearer without a key for creates', {
    tamper: creating(/^Bearer$/),
  }),
  also(['authentication.empty.get', 'alone'], 'shows records to an empty key', {
    tamper: reading({ operation: 'get' }, /^Bearer *$/),
  }),
  also(['authentication.empty.get', 'glued'], 'finds the key behind the letters of the scheme', {
    tamper: reading({ operation: 'get' }, /^Bearer\S/),
  }),
  also(['authentication.empty.content', 'undefined'], 'sends clips to the key undefined', {
    tamper: reading({ operation: 'content', method: 'GET' }, /^Bearer undefined$/),
  }),
  also(['authentication.doubled.create', 'last'], 'takes the last word for the key of a create', {
    tamper: creating(/^Bearer no-such-key \S+$/),
  }),
  also(['authentication.doubled.get', 'first'], 'takes the first of two words for the key of a get', {
    tamper: reading({ operation: 'get' }, /^Bearer \S+ no-such-key$/),
  }),
  also(['authentication.doubled.content', 'list'], 'takes any of a list of credentials for downloads', {
    tamper: reading({ operation: 'content' }, /^Bearer no-such-key, /),
  }),
  ...(
    [
      ['colon', 'takes a key behind a colon', /^Bearer: /],
      ['quotes', 'takes a key in quotes', /^Bearer "/],
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
  also(['authentication.doubled.content', 'scheme'], 'drops the scheme as often as it comes', {
    tamper: reading({ operation: 'content', isPart: true }, /^Bearer Bearer /),
  }),
  also(['authentication.near-key.create', 'case'], 'compares keys without case for creates', {
    tamper: creating(/^Bearer SK_/),
  }),
  also(['authentication.near-key.get', 'case'], 'compares keys without case for gets', {
    tamper: reading({ operation: 'get' }, /^Bearer SK_/),
  }),
  also(['authentication.near-key.get', 'pattern'], 'looks for keys with LIKE', {
    tamper: reading({ operation: 'get' }, /%$/),
  }),
  also(['authentication.near-key.content', 'within'], 'looks for its key within the one that was sent', {
    tamper: reading({ operation: 'content', method: 'HEAD' }, /^Bearer 0sk_/),
  }),
  also(['authentication.near-key.get', 'last'], 'leaves the last character of a key out for gets', {
    tamper: lookingAsOwner(
      (call, owner) => call.operation === 'get' && call.key !== owner && call.key === `${owner.slice(0, -1)}x`,
    ),
  }),
  also(['authentication.near-key.content', 'last'], 'leaves the last character of a key out for downloads', {
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
    also([check, name], `compares ${condition === 'if-modified-since' ? 'dates' : 'tags'} before keys`, {
      tamper: lookingAsOwner(
        (call) =>
          call.operation === 'content' &&
          !['*', null].includes(call.headers.get(condition)) &&
          (key === '' ? call.key === '' : call.key.startsWith(key)),
      ),
    }),
  ),
  also(['http.scheme.create', 'small'], 'knows the scheme of a create with a capital only', {
    tamper: misspelled('create'),
  }),
  also(['http.scheme.get', 'small'], 'knows the scheme of a get with a capital only', { tamper: misspelled('get') }),
  also(['http.scheme.part', 'small'], 'knows the scheme of a part with a capital only', {
    tamper: misspelled('content', ({ headers }) => headers.has('range')),
  }),
  also(['http.scheme.head', 'small'], 'knows the scheme of a HEAD with a capital only', {
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
  also(['http.absolute-form', 'route'], 'knows no route that begins with a scheme', {
    ...SOCKET,
    tamper: () => async (call, engine) =>
      call.headers.has('x-absolute') ? refusalAnswer(404, 'not_found') : engine(call),
  }),
  also(['http.host.missing', 'taken'], 'takes a request without Host', { ...SOCKET, tamper: hosting('0') }),
  also(['http.host.twice', 'taken'], 'takes a request with two Host lines', { ...SOCKET, tamper: hosting('2') }),
  also(['http.head.status', 'any'], 'answers 200 to a HEAD of what never was', {
    tamper: answering('any', (answer, call) =>
      isHead(call) && answer.status === 404 ? { ...withStatus(answer, 200), bytes: new Uint8Array() } : answer,
    ),
  }),
  also(['http.head.status', 'record'], 'has no HEAD for records, and says that there are none', {
    tamper: answering('get', (answer, call) => (isHead(call) ? withStatus(answer, 404) : answer)),
  }),
  also(['http.head.headers', 'length'], 'says at HEAD that a record is empty', {
    tamper: answering('get', (answer, call) => (isHead(call) ? withHeader(answer, 'content-length', '0') : answer)),
  }),
  also(['http.head.headers', 'tag'], 'has another tag for a clip at HEAD', {
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

/** Passes on what the server behind it would refuse for its hosts. */
function hosting(count: string): () => Tampering {
  return () => (call, engine) =>
    engine(call.headers.get('x-hosts') === count ? withHeader(call, 'x-hosts', undefined) : call);
}
