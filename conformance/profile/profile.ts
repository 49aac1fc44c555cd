/** The profile of a target: address, keys, triggers, limits of money and time. One schema for files, flags and code. */

import * as z from 'zod';
import { RESOLUTIONS } from '../../contract/dimensions.ts';
import { EDITIONS, NEWEST_EDITION, unknownEditionText } from '../engine/edition.ts';
import { KEY_PURPOSES, type KeyName } from '../client/keys.ts';
import { FIELD_TEXTS } from './flag-table.ts';

/** Below the limit of Node's timers. */
const seconds = z.number().min(0).max(2_000_000);
const httpsUrl = z.string().regex(/^https:\/\//, 'must begin with https://');
const prices = z.record(z.enum(RESOLUTIONS), z.number().min(0));

const key = (name: KeyName) => z.string().min(1).optional().describe(KEY_PURPOSES[name]);
const Keys = z.strictObject({
  primary: key('primary'),
  other: key('other'),
  poor: key('poor'),
  once: key('once'),
  revoked: key('revoked'),
  watched: key('watched'),
  second: key('second'),
} satisfies Record<KeyName, unknown>);

/** The rules for files that can be broken at two ends, on two axes or by files of many types: so many files at most. */
const SEVERAL: Readonly<Record<string, number>> = {
  'image.type': 3,
  'image.pixels': 3,
  'image.ratio': 2,
  'audio.type': 3,
  'audio.seconds': 2,
};

const Media = z
  .strictObject({
    images: z.array(httpsUrl).default([]).describe('images that the target can fetch; the kit varies their query'),
    audio: z.array(httpsUrl).default([]).describe('sounds of 2 to 3 seconds that the target can fetch'),
    edges: z
      .strictObject({
        images: z
          .array(httpsUrl)
          .max(10)
          .default([])
          .describe(
            'images that are only just fit: with an axis of 300 or 6000 pixels, nearly 2:5 or 5:2, nearly 30 MB',
          ),
        audio: z
          .array(httpsUrl)
          .max(10)
          .default([])
          .describe('sounds that are only just fit and last at most 30 s together, such as one of 30 s'),
      })
      .prefault({})
      .describe('files at the edges of the rules, which are references of a clip that is made anyway'),
    unfit: z
      .record(
        z.string(),
        z.union([httpsUrl, z.array(httpsUrl).min(1).max(3)], {
          error: 'must begin with https://, or be a list of one to three such URLs',
        }),
      )
      .refine(
        (unfit) =>
          Object.entries(unfit).every(
            ([rule, urls]) => typeof urls === 'string' || urls.length <= (SEVERAL[rule] ?? 1),
          ),
        'must name one file for each rule; for image.ratio and audio.seconds it may be two, one for each end, for image.pixels and the types three',
      )
      .default({})
      .describe(
        'files that break a rule, by the rule: image.public, image.type, image.size, image.pixels, image.ratio, audio.public, audio.type, audio.size, audio.seconds; and audio.combined, a fit one of nearly 30 s. For image.ratio and audio.seconds it may be a list of two, one for each end: too wide and too tall, too long and too short. For image.type and audio.type it may be up to three, such as a GIF, a text whose name ends in .png and a file that is cut off. For image.pixels it may be three, each unfit on one axis only: too narrow, too high, and too low, which stands behind a fit image in a run without --thorough',
      ),
  })
  .prefault({});

const Timing = z
  .strictObject({
    requestSeconds: seconds.default(30).describe(FIELD_TEXTS.requestSeconds),
    generationSeconds: seconds.default(1800).describe(FIELD_TEXTS.generationSeconds),
    patienceSeconds: seconds.default(120).describe(FIELD_TEXTS.patienceSeconds),
    runSeconds: seconds.default(7200).describe(FIELD_TEXTS.runSeconds),
    pollSeconds: seconds.default(2).describe('the first pause between two polls; they grow by half up to 15 s'),
  })
  .prefault({});

const KnownFailure = z.strictObject({
  check: z.string().describe('id of the check'),
  reason: z.string().min(1).describe('why it may fail for now'),
  expires: z.iso.date().describe('the day from which on it counts again'),
});

/** Failures that are known: a field of the profile, or a file of its own. */
export const Baseline = z.array(KnownFailure);
export type Baseline = z.output<typeof Baseline>;

const GATES = ['document', 'http'] as const;

export const Profile = z.strictObject({
  baseUrl: z
    .url({ protocol: /^https?$/, error: ({ input }) => `must be an http or https URL${likelyUrl(input)}` })
    .refine((text) => !/[?#]/.test(text), 'must end before ? and #: the paths of the API are put behind it')
    .refine((text) => !/^[^:]*:\/\/[^/]*@/.test(text), 'must hold no user name and password: keys go into keys.primary')
    .optional()
    .describe('where the API is; what follows it is /v1/videos'),
  keys: Keys.prefault({}).describe('API keys of the target, by what each is for'),
  triggers: z
    .strictObject({
      failing: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('fields of a create that make its generation fail in any workflow, such as { "prompt": "..." }'),
      revoke: z
        .string()
        .regex(/^\//, 'must begin with /')
        .optional()
        .describe(
          'a path under the base URL; a POST to it, without a key, takes back the key "revoked", which works until then',
        ),
    })
    .prefault({})
    .describe('how to bring about what the target does seldom'),
  balance: z
    .strictObject({
      path: z.string().regex(/^\//, 'must begin with /').describe('a path under the base URL'),
      field: z.string().min(1).describe('the field of its JSON, with dots: "credits.left_usd"'),
    })
    .optional()
    .describe(
      'where a get with the primary key tells how many US dollars its account can spend; nobody else may use the account during the run. If the path is the same for every key, a refund that comes twice is traced to its request',
    ),
  media: Media.describe('files that the target can fetch; without them their checks are not tried'),
  timing: Timing.describe('limits in seconds'),
  gates: z.array(z.enum(GATES)).min(1).default(['document']).describe(FIELD_TEXTS.gates),
  edition: z
    .enum(EDITIONS, { error: ({ input }) => unknownEditionText(String(input)) })
    .default(NEWEST_EDITION)
    .describe(FIELD_TEXTS.edition),
  budget: z.number().min(0).optional().describe(FIELD_TEXTS.budget),
  prices: z
    .strictObject({
      withoutSources: prices.describe('of output, by resolution'),
      withSources: prices.describe('of input and output where there are source videos, by resolution'),
    })
    .optional()
    .describe(
      'US dollars for each billed second: text and extensions with sound have to cost so, to the cent; without it the first cost_usd stands for every create',
    ),
  concurrency: z.int().min(1).max(64).default(4).describe(FIELD_TEXTS.concurrency),
  ratePerSecond: z.number().positive().optional().describe(FIELD_TEXTS.ratePerSecond),
  reuse: z.array(z.string()).default([]).describe(FIELD_TEXTS.reuse),
  thorough: z.boolean().default(false).describe(FIELD_TEXTS.thorough),
  hostile: z.boolean().default(false).describe(FIELD_TEXTS.hostile),
  provoke: z.boolean().default(false).describe(FIELD_TEXTS.provoke),
  explore: z
    .strictObject({
      rounds: z.int().min(1).optional().describe(FIELD_TEXTS.rounds),
      seed: z.int().min(0).default(1).describe(FIELD_TEXTS.seed),
      seconds: seconds.optional().describe(FIELD_TEXTS.seconds),
      findings: z.int().min(1).optional().describe('the number of mistakes after which the search ends: 10 by default'),
      alone: z.boolean().default(false).describe('runs no check before the search'),
    })
    .prefault({})
    .describe(
      'a search for broken promises after the run: sequences of requests are drawn, and those that fail are made smaller',
    ),
  only: z.array(z.string()).default([]).describe(FIELD_TEXTS.only),
  skip: z.array(z.string()).default([]).describe(FIELD_TEXTS.skip),
  expect: z.record(z.string(), z.string()).default({}).describe('observations that must have this value'),
  baseline: Baseline.default([]).describe('failures that are known and do not count yet'),
});

/** A profile with its defaults filled in. */
export type Profile = z.output<typeof Profile>;

/** Whoever leaves out the scheme wrote a host, perhaps with a port and a path. */
function likelyUrl(input: unknown): string {
  const isHost = typeof input === 'string' && /^[\w.-]+(?::\d{1,5})?(?:\/\S*)?$/.test(input);
  return isHost ? `, such as http://${input} or https://${input}` : '';
}
