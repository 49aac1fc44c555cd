/**
 * Generations that fail in other workflows, resolutions and lengths than the failing generation of each run. The server
 * must refund their costs to the balance of the account.
 */

import type { KeyName } from '../../client/keys.ts';
import { defineProbe, type Cost, type Probe } from '../../engine/define.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import type { Profile } from '../../profile/profile.ts';
import { unfitFile } from '../files/files.ts';
import { fitted, IMAGE_MODE, lacksSamples, many, ONE_SOUND, SAMPLE, sourceBody, TEXT } from '../lib/bodies.ts';
import { BASE, besideAnother, LARGE, LARGE_SECONDS, LONG, SECONDS } from '../lib/clips.ts';
import { POLLS_AT_ONCE } from '../lib/failing.ts';
import { failingCreates, isPrompt, NO_FAILING_TRIGGER } from '../lib/money.ts';
import { missing, type Missing } from '../../engine/outcome.ts';

const DEAREST: Cost = { resolution: '1080p', output: LONG, source: LARGE_SECONDS };

const EDIT_ASKED_TO_FAIL = 11;

/**
 * Returns a cost that differs from the costs of the clips of other keys, as do sums of such costs. The document does
 * not say whether those clips belong to the same account.
 */
const cheap = (output: number): Cost => ({ resolution: '480p', output, source: 0 });
const TOGETHER = cheap(9);

interface Row extends Pick<Probe, 'skippedIf'> {
  readonly sends: string;
  readonly cost: Cost;
  /** The requested seconds, if they differ from the seconds of the cost. */
  readonly asked?: number;
  /** The clip that is the source video. */
  readonly source?: Probe;
  /** The number of further equal creates in parallel. All have the same Idempotency-Key, or none if `unkeyed`. */
  readonly duplicates?: number;
  readonly unkeyed?: true;
  /** The other key of the account that polls the further generations, if the profile has this key. */
  readonly seenBy?: KeyName;
  readonly meanwhile?: (kit: ProbeTools, id: string) => Promise<unknown>;
  readonly body: object;
}

/** The failing generations. A row is skipped if an invalid file already makes a generation of its workflow fail. */
const ROWS = {
  extend: {
    sends:
      'An extension by 9 s at 1080p. The source video is a clip of 4 s at 1080p. Before the extension ends, the kit sends create requests with the extension and that clip as source videos',
    source: LARGE,
    cost: DEAREST,
    body: sourceBody('extend'),
    meanwhile: (kit, id) => besideAnother(kit, id, { own: kit.generation(LARGE).id, what: 'failing source' }),
  },
  // The requested seconds of an edit are neither billed nor refunded.
  edit: {
    sends: 'An edit at 1080p, with `duration_seconds` 11. The source video is a clip of 4 s at 1080p',
    source: LARGE,
    cost: { resolution: '1080p', output: LARGE_SECONDS, source: LARGE_SECONDS },
    asked: EDIT_ASKED_TO_FAIL,
    body: sourceBody('edit'),
  },
  // If the creates share one record, it has one cost, and the server refunds this cost.
  together: {
    sends: 'Three text create requests for 9 s at once, with the same Idempotency-Key',
    cost: TOGETHER,
    duplicates: 2,
    body: TEXT,
  },
  alike: {
    sends:
      'Three identical text create requests for 9 s at once, without Idempotency-Key. If the profile has a second key of the account, the kit polls two of the generations with that key',
    cost: TOGETHER,
    duplicates: 2,
    unkeyed: true,
    seenBy: 'second',
    body: TEXT,
  },
  // The other reference create with a source video has no operation.
  reference: {
    sends: 'A reference-to-video create request for 9 s with a source video of 4 s and the operation "reference"',
    source: BASE,
    cost: { ...TOGETHER, source: SECONDS },
    body: { ...sourceBody('reference'), aspect_ratio: '16:9' },
  },
  image: {
    sends: 'An image-to-video create request for 7 s with one image',
    skippedIf: unfitFile('image.pixels'),
    cost: cheap(7),
    body: IMAGE_MODE,
  },
  frames: {
    sends: 'An image-to-video create request for 8 s with a first and a last frame',
    skippedIf: unfitFile('image.ratio'),
    cost: cheap(8),
    body: { ...IMAGE_MODE, image_urls: many(SAMPLE.image, 2) },
  },
  sound: {
    sends: 'A reference-to-video create request for 13 s with one audio file',
    skippedIf: unfitFile('audio.seconds'),
    cost: cheap(13),
    body: ONE_SOUND,
  },
} as const satisfies Readonly<Record<string, Row>>;

function refundOf(
  name: string,
  { body, cost, asked, source, meanwhile, duplicates = 0, seenBy, sends, unkeyed, ...row }: Row,
): Probe {
  return defineProbe({
    ...row,
    id: `clip.failing-${name}`,
    mayBeCharged: true,
    sends: `${sends}. ${duplicates > 0 ? 'These generations' : 'This generation'} must fail. The kit polls to the end, with ${POLLS_AT_ONCE.length} polls at once.`,
    ends: 'failed',
    failsOnPurpose: true,
    after: source === undefined ? undefined : [source],
    lacks: (profile) =>
      lacksBalance(profile) ??
      lacksFailing(profile) ??
      (duplicates > 0 ? underBudget(profile) : undefined) ??
      lacksSamples([body])?.(profile),
    ...failingCreates(
      Array.from({ length: 1 + duplicates }, () => cost),
      duplicates === 0 && name !== 'reference',
    ),
    run: async (kit) => {
      if (row.skippedIf !== undefined && kit.find(row.skippedIf) !== undefined) return;
      const sized = { ...body, resolution: cost.resolution, duration_seconds: asked ?? cost.output };
      const failing = { ...fitted(kit, sized, source), ...kit.profile.triggers.failing };
      await kit.make(failing, {
        duplicates,
        pollsAtOnce: POLLS_AT_ONCE.length,
        ...(meanwhile === undefined ? {} : { meanwhile: (id) => meanwhile(kit, id) }),
        ...(unkeyed === true ? { unkeyed } : {}),
        ...(seenBy !== undefined && kit.hasKey(seenBy) ? { duplicatesSeenBy: seenBy } : {}),
      });
    },
  });
}

const BY_NAME = Object.fromEntries(Object.entries(ROWS).map(([name, row]) => [name, refundOf(name, row)])) as Readonly<
  Record<keyof typeof ROWS, Probe>
>;
export const REFUNDS: readonly Probe[] = Object.values(BY_NAME);

/** The failing generations that other files name. */
export const { extend: FAILING_EXTEND, edit: FAILING_EDIT } = BY_NAME;
export const { reference: FAILING_REFERENCE, alike: FAILING_ALIKE } = BY_NAME;

/** Returns why the kit cannot read the balance. */
export function lacksBalance({ balance }: Profile): Missing | undefined {
  return balance === undefined
    ? missing('balance.path', 'The profile does not name the path of the balance (balance.path).')
    : undefined;
}

const CHANGES_FIELDS = missing('triggers.failing', 'In this profile, `triggers.failing` also changes other fields.');

/** Returns why a generation cannot fail at its usual cost. Fields other than the prompt would change the cost. */
function lacksFailing({ triggers: { failing } }: Profile): Missing | undefined {
  if (failing === undefined) return NO_FAILING_TRIGGER;
  return isPrompt(failing) ? undefined : CHANGES_FIELDS;
}

export function underBudget({ budget }: Profile): Missing | undefined {
  return budget === undefined
    ? undefined
    : { reason: 'In a run with a budget, create requests are sent one at a time.' };
}
