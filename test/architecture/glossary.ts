/** One word for one thing: the table of CONTRIBUTING.md as data, and the words that names and comments may not use. */

/** A word that neither names nor comments contain. In a name it is one of the camel-case words. */
export interface Unused {
  /** In lower case. Several words match only in this order: `turn end`. */
  readonly word: string;
  /** The folders in which the word is not used; by default `emulator` and `conformance`. */
  readonly in?: readonly string[];
  /** Only a name of this word alone breaks the rule: `Order` does, `inOrder` does not. */
  readonly alone?: true;
  /** Comments may use the word, because it has another meaning in plain English. */
  readonly inComments?: true;
}

export interface Term {
  readonly word: string;
  /** Words that others use for it, with a meaning of their own (`file`, `request`). They are not checked. */
  readonly not?: readonly string[];
  /** Words that are checked. */
  readonly never?: readonly (string | Unused)[];
  /** The file, or the folder that ends in `/`, that exports the type of this name. No other type has the name. */
  readonly home?: string;
}

/** A term that the table of CONTRIBUTING.md explains. */
interface Explained extends Term {
  readonly means: string;
}

/** A word that is plain English in sentences, but too vague as a name. */
function inNames(word: string, ...folders: readonly string[]): Unused {
  return { word, inComments: true, ...(folders.length > 0 && { in: folders }) };
}

const E = 'emulator/';
const K = 'conformance/';

/** The service: videos, accounts and money. */
const SERVICE: readonly Explained[] = [
  {
    word: 'generation',
    means: 'One video that a client requested, from its create request to its end.',
    not: ['job', 'task', 'request'],
    home: 'emulator/domain/',
  },
  { word: 'record', means: 'The JSON object of a generation in responses.', not: ['resource', 'object'] },
  {
    word: 'account',
    means: 'The owner of settings, clock, ledger, generations and fault rules. An API key selects the account.',
    not: ['user', 'tenant'],
    home: 'emulator/domain/',
  },
  {
    word: 'account lifetime',
    means: 'The time from the first request of an account until its reset, deletion or eviction.',
    never: [inNames('epoch', E)],
  },
  { word: 'key', means: 'The API key in the Authorization header.', not: ['token', 'secret'] },
  {
    word: 'label',
    means: 'The part of a key that names its account. Settings may follow the label, each after a `~`.',
  },
  {
    word: 'workflow',
    means: 'The kind of a create request: text, image, first and last frame, reference, edit or extend.',
  },
  {
    word: 'reference',
    means: 'An image, an audio file or a source video in a create request.',
    not: ['asset', 'attachment'],
  },
  {
    word: 'source video',
    means: 'An earlier generation of the same account that serves as a reference.',
    not: ['input video'],
  },
  {
    word: 'plan',
    means:
      'The statuses of a generation and their times. The create request decides the plan. The plan and the clock determine the status.',
    home: 'emulator/domain/',
  },
  { word: 'clip plan', means: 'The description of a clip for the renderer.', home: 'emulator/domain/' },
  { word: 'clip', means: 'The bytes of a finished video.', not: ['file', 'asset'], home: 'emulator/domain/' },
  {
    word: 'reservation',
    means: 'The credits that a create request sets aside for its generation.',
    not: ['hold', 'charge'],
    home: 'emulator/domain/',
  },
  { word: 'capture', means: 'The charge of the reserved credits when the generation is completed.' },
  { word: 'settle', means: 'To capture or refund a reservation, exactly once.' },
  {
    word: 'idempotency record',
    means: 'The stored fingerprint and result of a create request with an Idempotency-Key.',
    never: [
      { word: 'claim', in: [E] },
      { word: 'claimed', in: [E] },
    ],
  },
  {
    word: 'refusal',
    means: 'A value in the code that represents an error response. Texts for users say "rejected".',
    home: 'emulator/api/',
  },
  {
    word: 'problem',
    means: 'One mistake in a request: its path, code and message.',
    not: ['violation'],
    home: 'contract/',
  },
];

/** The engine, its faults and its journal. */
const ENGINE: readonly Explained[] = [
  { word: 'clock', means: 'The time of an account: real, scaled, frozen or moved.', home: 'emulator/domain/' },
  {
    word: 'time event',
    means: 'A change that the clock causes, such as a new status or an expired key.',
    never: [inNames('passing', E), inNames('passed', E)],
  },
  {
    word: 'commit',
    means: 'The changes that one request makes to an account. They are stored together, with one version number.',
    not: ['save', 'flush'],
  },
  { word: 'publish', means: 'To write journal entries and send events after a commit.', never: ['told'] },
  {
    word: 'background work',
    means: 'Work that a create request starts but does not wait for, such as rendering a clip before its download.',
    never: [inNames('get ready')],
  },
  {
    word: 'batch',
    means: 'Work that is done once for all requests of one event-loop turn.',
    never: ['desk', 'turn end'],
  },
  {
    word: 'entry point',
    means: 'A way into the engine: a server, `fetch`, MSW handlers or Express middleware.',
    not: ['adapter', 'frontend'],
    never: ['door'],
  },
  {
    word: 'wiring',
    means: 'The code that picks the implementation of each port (interface of the domain).',
    never: [inNames('room', E)],
  },
  { word: 'fault', means: 'A failure that a rule injects on purpose.', not: ['chaos', 'error injection'] },
  {
    word: 'evaluation',
    means: 'The result of matching the rules at one injection point of one request.',
    never: ['weigh', 'weighed', 'weighing', 'occasion'],
  },
  {
    word: 'injection point',
    means: 'A phase of a request in which fault rules can act.',
    never: [inNames('moment', E)],
  },
  {
    word: 'draw index',
    means:
      'The sequence number of a random value that a rule draws. The seed and the draw index determine the random value.',
    never: [{ word: 'numbers', in: ['emulator/faults/'], alone: true, inComments: true }],
  },
  { word: 'journal', means: 'The recorded requests of an account.', not: ['history'], home: 'emulator/journal/' },
  {
    word: 'segment',
    means: 'A block of journal entries, or a sequence of encoded frames. A segment is evicted as a whole.',
    never: [
      { word: 'page', in: ['emulator/journal/'] },
      { word: 'sheet', in: ['emulator/journal/'] },
      inNames('part', 'emulator/render/encode/', 'emulator/render/segments/'),
    ],
  },
  {
    word: 'retry group',
    means: 'Requests that are attempts at the same operation.',
    never: [inNames('attempts', 'emulator/journal/'), inNames('thing'), 'burden'],
  },
  {
    word: 'receipt',
    means: 'The outcome of sending a response: how many bytes were sent, how the response ended, and how long it took.',
    home: 'emulator/journal/',
  },
  {
    word: 'burn-in',
    means: 'The text and the frame code that the renderer draws over a picture.',
    never: [inNames('mark', 'emulator/render/')],
  },
  { word: 'upstream', means: 'The real service behind a proxy.', not: ['backend', 'origin'] },
  {
    word: 'payment',
    means:
      'All attempts of a client to send the same create request through a proxy. The service charges for only one of these attempts.',
  },
];

/** The kit and its proof. */
const KIT: readonly Explained[] = [
  { word: 'kit', means: 'The part of Standin that judges servers. The kit never imports the emulator.' },
  {
    word: 'requirement',
    means: 'One sentence of the API document, with a permanent id.',
    home: 'contract/',
  },
  { word: 'check', means: 'A judgment of one requirement, based on evidence.', home: 'conformance/engine/' },
  { word: 'probe', means: 'A sequence of requests that gathers evidence.', home: 'conformance/engine/' },
  { word: 'evidence', means: 'The recorded exchanges of a probe.', home: 'conformance/engine/' },
  { word: 'verdict', means: 'The result of a check, such as `pass` or `fail`.', home: 'conformance/engine/' },
  {
    word: 'control request',
    means: 'A valid request that differs from a rejected request in a single place.',
    never: [{ word: 'twin', in: [K] }],
  },
  {
    word: 'fixture generation',
    means: 'A generation that a probe creates for other probes.',
    not: ['made generation'],
  },
  { word: 'baseline', means: 'A list of known failures that do not fail a run.' },
  {
    word: 'mutant',
    means: 'An emulator with one defect, which a check must detect.',
    home: 'conformance/prove/',
  },
  {
    word: 'legal variant',
    means: 'An emulator with deviations that the API document allows. No check may fail.',
    home: 'conformance/prove/',
    never: ['personality'],
  },
];

/** Terms that a reader knows or that appear only in code. The table leaves them out, and the rules know them. */
const UNEXPLAINED: readonly Term[] = [
  { word: 'status', home: 'contract/' },
  { word: 'account records', never: ['shelf', 'shelves'] },
  { word: 'intent', never: ['wish'] },
  { word: 'priced create', never: [{ word: 'order', in: [E], alone: true, inComments: true }] },
  { word: 'ledger', home: 'emulator/domain/' },
  { word: 'credits', never: ['book'] },
  { word: 'seeded random', never: [inNames('draw', 'emulator/domain/')] },
  { word: 'lazy', never: [inNames('late')] },
  { word: 'listener', never: ['stir', 'stirring', 'stirred'] },
  { word: 'replica', never: ['sibling'] },
  { word: 'feed', never: ['bulletin', 'gossip'] },
  { word: 'single-flight', never: [inNames('flights')] },
  { word: 'semaphore', never: [{ word: 'gate', in: ['emulator/render/'] }] },
  { word: 'catalog', never: ['scenario stories'] },
  { word: 'access', never: [{ word: 'gate', in: ['emulator/control/', 'emulator/api/'] }, 'behind gate'] },
  { word: 'half-open', never: [inNames('peer end')] },
  { word: 'finding', home: 'conformance/engine/findings.ts' },
  { word: 'scenario', home: 'emulator/faults/' },
  { word: 'registry', never: ['fault book'] },
  { word: 'fault session', never: [inNames('quiet', E)] },
  { word: 'pending delay', never: ['owed', 'owe', 'pay delay'] },
  { word: 'entry', home: 'emulator/journal/' },
  { word: 'recorder', never: ['scribe'] },
  { word: 'request capture', never: ['take down', 'heard'] },
  { word: 'log', never: ['chapter', 'paper'] },
  { word: 'entry encoder', never: ['pen', 'dip', 'dipped', inNames('unpack', 'emulator/journal/')] },
  { word: 'entry reference', never: [inNames('spot')] },
  { word: 'evicted', never: [{ word: 'torn', in: ['emulator/journal/'] }, 'lost through'] },
  { word: 'log listener', never: ['bell', inNames('ring', 'emulator/journal/')] },
  { word: 'scene', home: 'emulator/render/' },
  { word: 'shot', home: 'emulator/render/' },
  { word: 'style', never: [inNames('look', 'emulator/render/')] },
  { word: 'grid', never: [{ word: 'board', in: ['emulator/render/'] }] },
  { word: 'frame', never: ['plate'] },
  { word: 'encoder', never: ['studio'] },
  { word: 'cut', never: [{ word: 'seconds', in: ['emulator/render/encode/'], alone: true, inComments: true }] },
  { word: 'profile', home: 'conformance/profile/' },
  { word: 'client', never: [{ word: 'target', in: [K], alone: true, inComments: true }] },
  {
    word: 'tampering',
    never: [
      { word: 'bend', in: [K] },
      { word: 'bent', in: [K] },
    ],
  },
  { word: 'runner', never: [{ word: 'lane', in: [K] }] },
  { word: 'worker', never: [inNames('hand', K), inNames('fork', K)] },
];

/** The terms of CONTRIBUTING's table, in its order. */
export const GLOSSARY: readonly Explained[] = [...SERVICE, ...ENGINE, ...KIT];

/** All terms, for the rules. */
export const ALL_TERMS: readonly Term[] = [...GLOSSARY, ...UNEXPLAINED];

/** Every word that is not used, with the word to use instead. */
export function unusedWords(): (Unused & { readonly instead: string })[] {
  return ALL_TERMS.flatMap(({ word: instead, never = [] }) =>
    never.map((word) => ({ ...(typeof word === 'string' ? { word } : word), instead })),
  );
}

/** A row of CONTRIBUTING's table. */
export function rowOf({ word, means, not = [], never = [] }: Explained): string {
  const others = [...not, ...never.map((word) => (typeof word === 'string' ? word : word.word))];
  return `| ${word} | ${means} | ${[...new Set(others)].join(', ')} |`;
}
