/** The habits that make readers read twice, as patterns (decision 0027). Each has a seeded violation. */

import { unusedWords } from '../architecture/glossary.ts';

export interface Habit {
  readonly id: string;
  /** What to write instead. */
  readonly instead: string;
  readonly pattern: RegExp;
  /** A sentence that breaks the rule. */
  readonly seed: string;
  /** Only comments are checked. */
  readonly commentsOnly?: true;
  /** It is a single word: `ANY_WORD` finds it faster. */
  readonly isWord?: true;
}

const MOST_WORDS = 25;

/** Words of this project's past, each with the word that a reader would search for. */
const PRIVATE_WORDS =
  'at a desk=locally|besides=in addition|block code=frame code|but for=except|door=entry point|for want of=without|' +
  'house=codebase|made generation=fixture generation|mend=fix|personality=legal variant|plant=seed|processor time=CPU time|' +
  'time-out=timeout|twin=control request|whoever=a person who, or a client that|wish=intent|witness=evidence exchange';
const BRITISH =
  'behaviour|coloure?d?|favour|honour|neighbour|harbour|licenced?|learnt|(?:mis)?spelt|spoilt|artefact|catalogue|' +
  'analys(?:e|ed|ing)|(?:cance|labe|leve|mode|signa|trave)ll(?:ed|ing)|fulfil|judgement|grey|centre|programme|towards';

/** A whole word of a list, in the singular or in the plural. */
function oneOf(words: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${words.join('|').replaceAll(' ', '[ -]')})(?:e?s)?\\b`, 'i');
}

type Row = readonly [id: string, pattern: RegExp, instead: string, seed: string];

const ROWS: readonly Row[] = [
  [
    'headless-what',
    /(?:^|; )(?!What the service does$)[Ww]hat\b(?!.*\?)/, // the title of a part of the API document
    'Name the thing.',
    'What the run did not see keeps its default.',
  ],
  [
    'where-for-if',
    /\b(?:also|even|only) where\b|\bWhere (?:\w+ ){1,3}(?:is|has|does|are|have)\b/,
    'Where is a place: say if or when.',
    'It answers 503 even where the store hangs.',
  ],
  [
    'orphan-pronoun',
    /\b(?:that|those) of\b|\bone (?:that|with|of which)\b/,
    'Repeat the noun.',
    'Its price is that of a clip.',
  ],
  [
    'negative-noun',
    /\b(?:is|are) no [A-Za-z]+|\bnothing of\b|\bknows no\b/,
    'Negate the verb.',
    'These are no JSON objects.',
  ],
  ['american-spelling', oneOf(BRITISH.split('|')), 'Use American spelling.', 'The behaviour is the same.'],
  [
    'long-sentence',
    new RegExp(`^(?:\\S+\\s+){${MOST_WORDS},}\\S`),
    `Write one fact per sentence, in at most ${MOST_WORDS} words.`,
    `A sentence ${'of very many words '.repeat(7)}is hard to read.`,
  ],
];

const WORDS = [
  ...PRIVATE_WORDS.split('|').map((pair) => ['private-word', ...pair.split('=')]),
  ...unusedWords()
    .filter(({ inComments, in: folders }) => inComments !== true && folders === undefined)
    .map(({ word, instead }) => ['glossary', word, instead]),
];

export const HABITS: readonly Habit[] = [
  ...ROWS.map(([id, pattern, instead, seed]) => ({ id, pattern, instead, seed })),
  ...WORDS.map(([id = '', word = '', better = '']): Habit => {
    const seed = `Here it has a ${word} of its own.`;
    return { id, instead: `Say ${better}.`, pattern: oneOf([word]), seed, isWord: true };
  }),
  {
    id: 'comment-opener',
    instead: 'Open with a verb, or with an article and a noun.',
    pattern: /^(?:Of|What|So|Such|Who|Whoever|Has|Each may|Nothing)\b/,
    seed: 'Of the entries, the oldest.',
    commentsOnly: true,
  },
];

/** Matches a text in which one of the single words may be. */
export const ANY_WORD = oneOf(WORDS.map(([, word = '']) => word));
