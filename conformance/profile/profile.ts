/** The profile of a target: address, keys, triggers, limits of money and time. The schema for files, flags and code. */

import * as z from 'zod';
import { RESOLUTIONS } from '../../contract/dimensions.ts';
import { EDITIONS, NEWEST_EDITION, unknownEditionText } from '../engine/edition.ts';
import { KEY_NAMES, KEY_PURPOSES, type KeyName } from '../client/keys.ts';
import { FIELD_TEXTS } from './flag-table.ts';

/** The number of seconds, below the limit of Node's timers. */
const seconds = z.number().min(0).max(2_000_000);
const httpsUrl = z.string().regex(/^https:\/\//, 'must begin with https://');
const prices = z.record(z.enum(RESOLUTIONS), z.number().min(0));

const key = (name: KeyName) => z.string().min(1).optional().describe(KEY_PURPOSES[name]);
const Keys = z.strictObject(
  Object.fromEntries(KEY_NAMES.map((name) => [name, key(name)])) as Record<KeyName, ReturnType<typeof key>>,
);

/** The maximum number of files for rules that files can break in several ways: at two ends, on two axes or by type. */
const SEVERAL: Readonly<Record<string, number>> = {
  'image.type': 3,
  'image.pixels': 3,
  'image.ratio': 2,
  'audio.type': 3,
  'audio.seconds': 2,
};

const urlList = () => z.array(httpsUrl);
const Media = z
  .strictObject({
    images: urlList()
      .default([])
      .describe(
        'URLs of images that the target can fetch. If a create needs more images, the run adds different queries to these URLs',
      ),
    audio: urlList().default([]).describe('URLs of audio files of 2 to 3 seconds that the target can fetch'),
    edges: z
      .strictObject({
        images: urlList()
          .max(10)
          .default([])
          .describe(
            'valid images exactly at a limit: a side of 300 or 6000 pixels, an aspect ratio of nearly 2:5 or 5:2, or nearly 30 MB',
          ),
        audio: urlList()
          .max(10)
          .default([])
          .describe(
            'valid audio files exactly at a limit, such as an audio file of 30 s. All of them together last at most 30 s',
          ),
      })
      .prefault({})
      .describe(
        'valid files exactly at the limits of the rules. One clip uses them as references, so these files do not cause extra costs',
      ),
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
        'must name one file for each rule. Two files are allowed for image.ratio and audio.seconds. Three files are allowed for image.pixels, image.type and audio.type',
      )
      .default({})
      .describe(
        'files that break a rule. The name of each member is the name of a rule: image.public, image.type, image.size, image.pixels, image.ratio, audio.public, audio.type, audio.size and audio.seconds. For audio.combined, give a valid audio file of nearly 30 s. For image.ratio, you can give two files: a file that is too wide and a file that is too tall. For audio.seconds, you can give two files: a file that is too long and a file that is too short. For image.type and audio.type, you can give three files: a GIF, a text file with the name .png, and a truncated file. For image.pixels, you can give three files: too narrow, too high, and too low. Without --thorough, the run sends the third file after a valid image',
      ),
  })
  .prefault({});

const Timing = z
  .strictObject({
    requestSeconds: seconds.default(30).describe(FIELD_TEXTS['timing.requestSeconds']),
    generationSeconds: seconds.default(1800).describe(FIELD_TEXTS['timing.generationSeconds']),
    patienceSeconds: seconds.default(120).describe(FIELD_TEXTS['timing.patienceSeconds']),
    runSeconds: seconds.default(7200).describe(FIELD_TEXTS['timing.runSeconds']),
    pollSeconds: seconds
      .default(2)
      .describe(
        'the first pause between two polls, in seconds. Each later pause is 1.5 times as long as the previous pause, up to 15 s',
      ),
  })
  .prefault({});

const KnownFailure = z.strictObject({
  check: z.string().describe('id of the check'),
  reason: z.string().min(1).describe('the reason why this failure is accepted for now'),
  expires: z.iso.date('must be a date such as 2027-01-31').describe('the day when this failure counts again'),
});

/** Known failures: a field of the profile, or a separate file. */
export const Baseline = z.array(KnownFailure);
export type Baseline = z.output<typeof Baseline>;

const GATES = ['document', 'http'] as const;

export const Profile = z.strictObject({
  baseUrl: z
    .url({ protocol: /^https?$/, error: ({ input }) => `must be an http or https URL${likelyUrl(input)}` })
    .refine((text) => !/[?#]/.test(text), 'must not contain ? or #, because the paths of the API are appended to it')
    .refine(
      (text) => !/^[^:]*:\/\/[^/]*@/.test(text),
      'must not contain a user name and password. Put the key into keys.primary',
    )
    .optional()
    .describe('the URL of the API, without /v1/videos'),
  keys: Keys.prefault({}).describe('API keys of the target, by purpose'),
  triggers: z
    .strictObject({
      failing: z
        .record(z.string(), z.unknown())
        .optional()
        .describe(
          'fields of a create request that make its generation fail in every workflow, such as { "prompt": "..." }',
        ),
      revoke: z
        .string()
        .regex(/^\//, 'must begin with /')
        .optional()
        .describe(
          'a path under the base URL. A POST request to this path, without a key, revokes the key "revoked". Before that, the key is valid',
        ),
    })
    .prefault({})
    .describe('ways to trigger rare behavior of the target'),
  balance: z
    .strictObject({
      path: z.string().regex(/^\//, 'must begin with /').describe('a path under the base URL'),
      field: z
        .string()
        .min(1)
        .describe(
          'the field of the JSON response that contains the balance. Separate names with dots: "credits.left_usd"',
        ),
    })
    .optional()
    .describe(
      'the place from which the run reads the balance: a get request with the primary key returns the balance of the account in US dollars. Do not use the account with another client during the run. If the path is the same for every key, the run can find out which request caused a double refund',
    ),
  media: Media.describe(
    'files that the target can fetch. Without these files, the run skips the checks that need them',
  ),
  timing: Timing.describe('limits in seconds'),
  gates: z.array(z.enum(GATES)).min(1).default(['document']).describe(FIELD_TEXTS.gates),
  edition: z
    .enum(EDITIONS, { error: ({ input }) => unknownEditionText(String(input)) })
    .default(NEWEST_EDITION)
    .describe(FIELD_TEXTS.edition),
  budget: z.number().min(0).optional().describe(FIELD_TEXTS.budget),
  prices: z
    .strictObject({
      withoutSources: prices.describe('price of an output second, by resolution'),
      withSources: prices.describe(
        'price of an input or output second of create requests with source videos, by resolution',
      ),
    })
    .optional()
    .describe(
      'prices in US dollars for each billed second. The cost of text create requests, and of extensions with sound, must match these prices to the cent. Without prices, the run assumes that all create requests have the price of the first create request',
    ),
  concurrency: z.int().min(1).max(64).default(4).describe(FIELD_TEXTS.concurrency),
  ratePerSecond: z.number().positive().optional().describe(FIELD_TEXTS.ratePerSecond),
  reuse: z.array(z.string()).default([]).describe(FIELD_TEXTS.reuse),
  thorough: z.boolean().default(false).describe(FIELD_TEXTS.thorough),
  hostile: z.boolean().default(false).describe(FIELD_TEXTS.hostile),
  provoke: z.boolean().default(false).describe(FIELD_TEXTS.provoke),
  explore: z
    .strictObject({
      rounds: z.int().min(1).optional().describe(FIELD_TEXTS['explore.rounds']),
      seed: z.int().min(0).default(1).describe(FIELD_TEXTS['explore.seed']),
      seconds: seconds.optional().describe(FIELD_TEXTS['explore.seconds']),
      findings: z.int().min(1).optional().describe('the number of mistakes after which the search ends (default: 10)'),
      alone: z.boolean().default(false).describe('does not run checks before the search'),
    })
    .prefault({})
    .describe(
      'a search for broken promises after the run. The run sends random sequences of requests, and shortens the sequences that fail',
    ),
  only: z.array(z.string()).default([]).describe(FIELD_TEXTS.only),
  skip: z.array(z.string()).default([]).describe(FIELD_TEXTS.skip),
  expect: z.record(z.string(), z.string()).default({}).describe('observations that must have this value'),
  baseline: Baseline.default([]).describe('known failures. Until the given day, these failures do not fail the run'),
});

/** A profile with its defaults filled in. */
export type Profile = z.output<typeof Profile>;

/** Adds a scheme to a host, perhaps with a port and a path, because users often leave the scheme out. */
function likelyUrl(input: unknown): string {
  const isHost = typeof input === 'string' && /^[\w.-]+(?::\d{1,5})?(?:\/\S*)?$/.test(input);
  return isHost ? `, such as http://${input} or https://${input}` : '';
}
