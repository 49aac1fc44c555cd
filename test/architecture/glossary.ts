/** One word for one thing: the table of CONTRIBUTING.md as data, with the words that names and comments may not use instead. */

/** A word that stands for nothing here: names do not contain it, as one of their camel-case words, nor do comments. */
export interface Unused {
  /** In lower case; more than one word when only all of them, in a row, are meant: `turn end`. */
  readonly word: string;
  /** Folders in which it is not used; the whole of `emulator` and `conformance` without. */
  readonly in?: readonly string[];
  /** Only a name that consists of nothing else breaks the rule: `Order` does, `inOrder` does not. */
  readonly alone?: true;
  /** Plain English, or the field's word for something else: comments may say it. */
  readonly inComments?: true;
}

export interface Term {
  readonly word: string;
  readonly means: string;
  /** What others say for it, and we do not, but which has a meaning of its own (`file`, `request`): not checked. */
  readonly not?: readonly string[];
  /** What is said nowhere: checked. */
  readonly never?: readonly (string | Unused)[];
  /** Where the type of this name is exported from: a file, or a folder that ends in `/`. A type of this name elsewhere is another thing. */
  readonly home?: string;
}

/** For a word that is plain English in sentences and says nothing as a name. */
function inNames(word: string, ...folders: readonly string[]): Unused {
  return { word, inComments: true, ...(folders.length > 0 && { in: folders }) };
}

const E = 'emulator/';
const K = 'conformance/';

/** What people ask for, and what it costs. */
const SERVICE: readonly Term[] = [
  {
    word: 'generation',
    means: 'one video that was asked for, from the create to its end',
    not: ['job', 'task', 'request'],
    home: 'emulator/domain/',
  },
  {
    word: 'record',
    means: 'the JSON that create and get answer: `video.generation`',
    not: ['resource', 'object'],
  },
  {
    word: 'status',
    means: '`pending`, `running`, `completed` or `failed`',
    not: ['state of the job', 'phase'],
    home: 'contract/',
  },
  {
    word: 'account',
    means: 'who owns settings, clock, ledger, generations, idempotency records, rate and fault rules: one aggregate',
    not: ['user', 'tenant'],
    home: 'emulator/domain/',
  },
  {
    word: 'account records',
    means: 'what the store keeps of one account; all accounts lie in the account table',
    never: ['shelf', 'shelves'],
  },
  {
    word: 'account lifetime',
    means: 'from the first request of an account until it is reset, deleted or evicted; what is in flight ends with it',
    never: [inNames('epoch', E)],
  },
  { word: 'key', means: 'the bearer credential that opens an account', not: ['token', 'secret'] },
  { word: 'label', means: 'the part of a key that names its account; after it come settings, each begun by `~`' },
  {
    word: 'workflow',
    means: 'text, image, first and last frame, reference, edit or extend: what `mode` and the fields amount to',
  },
  {
    word: 'reference',
    means: 'an image, an audio file or a source video that a request hands in',
    not: ['asset', 'attachment'],
  },
  {
    word: 'source video',
    means: 'an earlier completed generation of the same account, used as a reference',
    not: ['input video'],
  },
  { word: 'handle', means: 'a name with which the prompt speaks of references: `@cat`', not: ['tag', 'mention'] },
  { word: 'subject map', means: 'which references a handle means' },
  {
    word: 'plan',
    means: 'what was settled at the create about how a generation will go; with the clock it gives the status',
    home: 'emulator/domain/',
  },
  { word: 'clip plan', means: 'what a clip must show', home: 'emulator/domain/' },
  { word: 'clip', means: 'the finished video as bytes', not: ['file', 'asset'], home: 'emulator/domain/' },
  {
    word: 'content',
    means: 'the clip as the API serves it: `/v1/videos/{id}/content`',
    not: ['download', 'output file'],
  },
  {
    word: 'valid create',
    means: 'a create whose body has passed every rule of the request',
    never: ['wish'],
  },
  {
    word: 'priced create',
    means: 'a valid create with its cost, before the balance is asked',
    never: [{ word: 'order', in: [E], alone: true, inComments: true }],
  },
  {
    word: 'reservation',
    means: 'the cost, set aside at the create',
    not: ['hold', 'charge'],
    home: 'emulator/domain/',
  },
  { word: 'capture', means: 'a reservation that becomes final, because the generation completed' },
  { word: 'refund', means: 'a reservation given back, because the generation failed', not: ['reversal'] },
  { word: 'settle', means: 'capture or refund, exactly once' },
  { word: 'ledger', means: "an account's entries: reserve, capture, refund", home: 'emulator/domain/' },
  { word: 'credits', means: 'what the ledger counts', never: ['book'] },
  {
    word: 'idempotency record',
    means: 'what is kept of an `Idempotency-Key`: the fingerprint of its request and what came of it',
    never: [
      { word: 'claim', in: [E] },
      { word: 'claimed', in: [E] },
    ],
  },
  { word: 'fingerprint', means: 'a hash by which two bodies of one `Idempotency-Key` are compared' },
  { word: 'refusal', means: 'an answer with an error code, as a value', home: 'emulator/api/' },
  {
    word: 'problem',
    means: 'one thing wrong with a request: path, code, message',
    not: ['violation'],
    home: 'contract/',
  },
  { word: 'poll', means: 'a get of the record' },
];

/** How the engine goes about it. */
const ENGINE: readonly Term[] = [
  { word: 'clock', means: "the account's time: real, scaled, frozen or moved by hand", home: 'emulator/domain/' },
  {
    word: 'time event',
    means: 'what happens because the clock passes an instant: a status changes, a key expires',
    never: [inNames('passing', E), inNames('passed', E)],
  },
  {
    word: 'seeded random',
    means: 'chance, computed from the seed: one number for each draw index',
    not: ['roll'],
    never: [inNames('draw', 'emulator/domain/')],
  },
  {
    word: 'commit',
    means: 'what a decision changed, stored as one unit with a version; after it the request is published',
    not: ['save', 'flush'],
  },
  {
    word: 'publish',
    means: 'what follows a commit: journal entry, events, waiters, background work',
    never: ['told'],
  },
  {
    word: 'background work',
    means: 'rendering that starts before anybody asks for the clip',
    never: [inNames('get ready')],
  },
  {
    word: 'MaybePromise',
    means: 'a value, or a promise of it where there is something to wait for',
    never: [inNames('soon'), inNames('once there')],
  },
  { word: 'lazy', means: 'of a module: loaded when it is first needed', never: [inNames('late')] },
  {
    word: 'batch',
    means: 'what is done once for all that came in one turn of the event loop',
    never: ['desk', 'turn end'],
  },
  {
    word: 'listener',
    means: 'is called by a store for what it does by itself: an eviction, a removal',
    never: ['stir', 'stirring', 'stirred'],
  },
  {
    word: 'replica',
    means: 'one of several processes that share a store, and with it everything else',
    never: ['sibling'],
  },
  {
    word: 'feed',
    means: 'what replicas publish to each other, in one order: entries, events, accounts that were replaced',
    never: ['bulletin', 'gossip'],
  },
  { word: 'single-flight', means: 'several callers, one computation', never: [inNames('flights')] },
  {
    word: 'semaphore',
    means: 'how many may do something at the same time',
    never: [{ word: 'gate', in: ['emulator/render/'] }],
  },
  {
    word: 'wiring',
    means: 'which implementation stands behind which port: `emulator/wiring/engine.ts`',
    never: [inNames('room', E)],
  },
  { word: 'catalog', means: 'the scenarios that there are, with their stories', never: ['scenario stories'] },
  { word: 'door', means: 'a way into the engine: a server, `fetch`, handlers for MSW', not: ['adapter', 'frontend'] },
  {
    word: 'access',
    means: 'who may use the control API: token, host, loopback',
    never: [{ word: 'gate', in: ['emulator/control/', 'emulator/api/'] }, 'behind gate'],
  },
  {
    word: 'half-open',
    means: 'of a connection: the client has sent FIN, and may be waiting or gone',
    never: [inNames('peer end')],
  },
  { word: 'finding', means: 'what `standin doctor` says of one thing', home: 'emulator/server/doctor.ts' },
];

/** What is spoiled on purpose, and what is written down. */
const FAULTS_AND_JOURNAL: readonly Term[] = [
  {
    word: 'fault',
    means: 'an answer spoiled on purpose, by a rule that says when',
    not: ['chaos', 'error injection'],
  },
  { word: 'scenario', means: 'a named set of faults and settings', home: 'emulator/faults/' },
  { word: 'registry', means: 'the fault rules in force', never: ['fault book'] },
  {
    word: 'fault session',
    means: 'what the rules do to one request; a request that no rule can touch has none',
    never: [inNames('quiet', E)],
  },
  {
    word: 'evaluation',
    means: 'of the rules, at one injection point of one request: which fire, and why the others do not',
    never: ['weigh', 'weighed', 'weighing', 'occasion'],
  },
  {
    word: 'injection point',
    means: 'where in the life of a request a rule may act',
    never: [inNames('moment', E)],
  },
  {
    word: 'draw index',
    means: 'which draw of a rule this is; with the seed it decides',
    never: [{ word: 'numbers', in: ['emulator/faults/'], alone: true, inComments: true }],
  },
  {
    word: 'pending delay',
    means: 'milliseconds that injected faults ask for and that were not waited yet',
    never: ['owed', 'owe', 'pay delay'],
  },
  {
    word: 'journal',
    means: 'what happened in an account, request by request',
    not: ['history'],
    home: 'emulator/journal/',
  },
  { word: 'entry', means: 'one request in the journal', home: 'emulator/journal/' },
  {
    word: 'recorder',
    means: 'writes the entry of a request',
    never: ['scribe'],
  },
  {
    word: 'request capture',
    means: 'what is kept of a request and its answer until the entry is written',
    never: ['take down', 'heard'],
  },
  { word: 'log', means: 'the entries of one account, in segments', never: ['chapter', 'paper'] },
  {
    word: 'segment',
    means:
      'in the journal: bytes that hold entries and are evicted as a whole; in the renderer: encoded frames that clips share',
    never: [
      { word: 'page', in: ['emulator/journal/'] },
      { word: 'sheet', in: ['emulator/journal/'] },
      inNames('part', 'emulator/render/encode/', 'emulator/render/segments/'),
    ],
  },
  {
    word: 'entry encoder',
    means: 'turns an entry into bytes; the decoder turns it back',
    never: ['pen', 'dip', 'dipped', inNames('unpack', 'emulator/journal/')],
  },
  { word: 'entry reference', means: 'which entry of which segment', never: [inNames('spot')] },
  {
    word: 'evicted',
    means: 'left to make room: entries, clips, accounts that nothing needs',
    never: [{ word: 'torn', in: ['emulator/journal/'] }, 'lost through'],
  },
  {
    word: 'notifier',
    means: 'wakes those who wait for entries',
    never: ['bell', inNames('ring', 'emulator/journal/')],
  },
  {
    word: 'retry group',
    means: 'requests that are attempts at the same operation',
    never: [inNames('attempts', 'emulator/journal/'), inNames('thing'), 'burden'],
  },
  {
    word: 'wait condition',
    means: 'what has to be in the journal before a wait ends',
  },
  { word: 'receipt', means: 'how an answer left: bytes, end, duration', home: 'emulator/journal/' },
];

/** How clips are made. */
const RENDERER: readonly Term[] = [
  { word: 'scene', means: 'what the frames of a shot show', home: 'emulator/render/' },
  { word: 'shot', means: 'what a clip shows from one cut to the next', home: 'emulator/render/' },
  { word: 'slate', means: 'the frames that name a clip' },
  { word: 'still', means: 'an image shown as a shot' },
  {
    word: 'style',
    means: 'colors, motif and pitch of a clip, chosen by prompt and seed',
    never: [inNames('look', 'emulator/render/')],
  },
  { word: 'grid', means: 'the tiles of a reference clip', never: [{ word: 'board', in: ['emulator/render/'] }] },
  { word: 'frame', means: 'one picture, as planes of bytes', never: ['plate'] },
  {
    word: 'burn-in',
    means: 'what is written over the picture: time code, id, block code',
    never: [inNames('mark', 'emulator/render/')],
  },
  { word: 'encoder', means: 'turns scenes into segments, with ffmpeg and caches', never: ['studio'] },
  {
    word: 'cut',
    means: 'of segments: seconds taken out of them',
    never: [{ word: 'seconds', in: ['emulator/render/encode/'], alone: true, inComments: true }],
  },
  { word: 'stitch', means: 'make one MP4 of segments, without encoding' },
];

/** The kit and its proof. */
const KIT: readonly Term[] = [
  { word: 'kit', means: 'the conformance side: it judges a server and never imports the emulator' },
  {
    word: 'requirement',
    means: 'one sentence of the API document that can be kept or broken, with a permanent id',
    home: 'contract/',
  },
  { word: 'silent', means: 'of a requirement: the document leaves it open', not: ['undefined'] },
  { word: 'check', means: 'judges one requirement by the evidence of its probes', home: 'conformance/engine/' },
  { word: 'probe', means: 'the requests that gather evidence', home: 'conformance/engine/' },
  { word: 'evidence', means: 'what a probe saw; judging it is pure', home: 'conformance/engine/' },
  { word: 'witness', means: 'an exchange that shows why a verdict is what it is' },
  { word: 'verdict', means: 'what came of a check', home: 'conformance/engine/' },
  { word: 'twin', means: 'a request that differs from another in one place' },
  { word: 'profile', means: 'what the kit is told about a server, and how it shall run', home: 'conformance/profile/' },
  { word: 'baseline', means: 'failures that are known, and do not fail a run' },
  { word: 'made generation', means: 'a generation that a probe created and saw end, for the probes that need one' },
  {
    word: 'client',
    means: 'sends the requests of the kit to the server under judgment',
    never: [{ word: 'target', in: [K], alone: true, inComments: true }],
  },
  { word: 'mutant', means: 'an emulator with one defect, which a check must notice', home: 'conformance/prove/' },
  {
    word: 'personality',
    means: 'an emulator that differs where the document is silent: no check may fail',
    home: 'conformance/prove/',
  },
  {
    word: 'tampering',
    means: 'how a mutant changes requests or answers on their way',
    never: [
      { word: 'bend', in: [K] },
      { word: 'bent', in: [K] },
    ],
  },
  { word: 'runner', means: 'runs the kit against one mutant after the other', never: [{ word: 'lane', in: [K] }] },
  {
    word: 'worker',
    means: 'takes mutants from the queue: in this process, or as a worker process',
    never: [inNames('hand', K), inNames('fork', K)],
  },
];

/** The engine in front of a real service. */
const PROXY: readonly Term[] = [
  { word: 'proxy', means: 'the engine in front of a real service, which it forwards requests to', not: ['gateway'] },
  { word: 'upstream', means: 'the real service behind a proxy', not: ['backend', 'origin'] },
  { word: 'payment', means: 'the attempts at one create, which cost once' },
  { word: 'spend log', means: 'what a proxy may have spent, on the disk before a create leaves' },
];

/** This repository. */
const REPOSITORY: readonly Term[] = [
  { word: 'room', means: 'a folder with rules about what it may import', not: ['layer', 'module'] },
];

/** In the order of CONTRIBUTING's table. */
export const GLOSSARY: readonly Term[] = [
  ...SERVICE,
  ...ENGINE,
  ...FAULTS_AND_JOURNAL,
  ...RENDERER,
  ...KIT,
  ...PROXY,
  ...REPOSITORY,
];

/** Every word that is not used, with what is said instead. */
export function unusedWords(): (Unused & { readonly instead: string })[] {
  return GLOSSARY.flatMap(({ word: instead, never = [] }) =>
    never.map((word) => ({ ...(typeof word === 'string' ? { word } : word), instead })),
  );
}

/** A row of CONTRIBUTING's table. */
export function rowOf({ word, means, not = [], never = [] }: Term): string {
  const others = [...not, ...never.map((word) => (typeof word === 'string' ? word : word.word))];
  return `| ${word} | ${means} | ${[...new Set(others)].join(', ')} |`;
}
