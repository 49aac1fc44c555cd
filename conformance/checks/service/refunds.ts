/**
 * Generations that fail in other workflows, tiers and lengths than the one that each run makes fail: what they took
 * comes back to the balance of the account.
 */

import type { KeyName } from '../../client/keys.ts';
import { defineProbe, type Cost, type Probe } from '../../engine/define.ts';
import type { ProbeTools } from '../../engine/probe-tools.ts';
import type { Profile } from '../../profile/profile.ts';
import { unfitFile } from '../files/files.ts';
import { imageBody, lacksAudio, lacksImages, REFERENCE_MODE, sounds, TEXT, without } from '../lib/bodies.ts';
import { BASE, besideAnother, LARGE, LARGE_SECONDS, LONG, SECONDS, sourceBody } from '../lib/clips.ts';
import { isPrompt, NO_FAILING_TRIGGER } from '../lib/triggers.ts';
import { failingCreates } from '../lib/failing-creates.ts';
import { missing, type Missing } from '../../engine/outcome.ts';

const DEAREST: Cost = { resolution: '1080p', output: LONG, source: LARGE_SECONDS };

const EDIT_ASKED_TO_FAIL = 11;

/**
 * Neither one of these nor several together cost what the clips of other keys do: whether those belong to the same
 * account, nobody says.
 */
const cheap = (output: number): Cost => ({ resolution: '480p', output, source: 0 });
const [ONE_IMAGE, TWO_FRAMES, ONE_SOUND] = [cheap(7), cheap(8), cheap(13)] as const;

const TOGETHER = cheap(9);

interface Row extends Pick<Probe, 'after' | 'skippedIf'> {
  readonly sends: string;
  readonly cost: Cost;
  /** So many more of the same create leave together with it, with its Idempotency-Key or, unkeyed, without any. */
  readonly duplicates?: number;
  readonly unkeyed?: true;
  /** The others are polled with another key of the account, where there is one. */
  readonly seenBy?: KeyName;
  readonly lacks?: (profile: Profile) => Missing | undefined;
  readonly meanwhile?: (kit: ProbeTools, id: string) => Promise<unknown>;
  readonly body: (kit: ProbeTools) => Readonly<Record<string, unknown>>;
}

/** Where unfit files make generations fail in a workflow, nothing else has to. */
const ROWS: Readonly<Record<string, Row>> = {
  extend: {
    sends:
      'An extension by 9 s at 1080p. The source video is a clip of 4 s at 1080p. Before the extension ends, the kit sends create requests with the extension and that clip as source videos',
    after: [LARGE],
    cost: DEAREST,
    body: (kit) => ({
      ...sourceBody(kit, 'extend', [kit.generation(LARGE).id]),
      resolution: DEAREST.resolution,
      duration_seconds: DEAREST.output,
    }),
    meanwhile: (kit, id) => besideAnother(kit, id, { own: kit.generation(LARGE).id, what: 'failing source' }),
  },
  // What was asked for is not what it costs, and not what has to come back.
  edit: {
    sends: 'An edit at 1080p, with `duration_seconds` 11. The source video is a clip of 4 s at 1080p',
    after: [LARGE],
    cost: { resolution: '1080p', output: LARGE_SECONDS, source: LARGE_SECONDS },
    body: (kit) => ({
      ...sourceBody(kit, 'edit', [kit.generation(LARGE).id]),
      resolution: '1080p',
      duration_seconds: EDIT_ASKED_TO_FAIL,
    }),
  },
  // One record, if they share one, has one cost, and so much has to come back.
  together: {
    sends: 'Three text create requests for 9 s at once, with the same Idempotency-Key',
    cost: TOGETHER,
    duplicates: 2,
    body: () => ({ ...TEXT, duration_seconds: TOGETHER.output }),
  },
  alike: {
    sends:
      'Three identical text create requests for 9 s at once, without Idempotency-Key. If the profile has a second key of the account, the kit polls two of the generations with that key',
    cost: TOGETHER,
    duplicates: 2,
    unkeyed: true,
    seenBy: 'second',
    body: () => ({ ...TEXT, duration_seconds: TOGETHER.output }),
  },
  // The other reference with a source video names no operation.
  reference: {
    sends: 'A reference-to-video create request for 9 s with a source video of 4 s and the operation "reference"',
    after: [BASE],
    cost: { ...TOGETHER, source: SECONDS },
    body: (kit) => ({
      ...sourceBody(kit, 'reference', [kit.generation(BASE).id]),
      aspect_ratio: '16:9',
      duration_seconds: TOGETHER.output,
    }),
  },
  image: {
    sends: 'An image-to-video create request for 7 s with one image',
    skippedIf: unfitFile('image.pixels'),
    cost: ONE_IMAGE,
    lacks: lacksImages,
    body: ({ profile }) => ({ ...imageBody(profile), duration_seconds: ONE_IMAGE.output }),
  },
  frames: {
    sends: 'An image-to-video create request for 8 s with a first and a last frame',
    skippedIf: unfitFile('image.ratio'),
    cost: TWO_FRAMES,
    lacks: lacksImages,
    body: ({ profile }) => ({ ...imageBody(profile, 2), duration_seconds: TWO_FRAMES.output }),
  },
  sound: {
    sends: 'A reference-to-video create request for 13 s with one audio file',
    skippedIf: unfitFile('audio.seconds'),
    cost: ONE_SOUND,
    lacks: lacksAudio,
    body: ({ profile }) => ({
      ...without(REFERENCE_MODE, 'image_urls'),
      audio_urls: sounds(profile, 1),
      duration_seconds: ONE_SOUND.output,
    }),
  },
};

export const REFUNDS: readonly Probe[] = Object.entries(ROWS).map(
  ([name, { body, cost, lacks, meanwhile, duplicates = 0, seenBy, sends, unkeyed, ...row }]) =>
    defineProbe({
      ...row,
      id: `clip.failing-${name}`,
      mayBeCharged: true,
      sends: `${sends}. ${duplicates > 0 ? 'These generations' : 'This generation'} must fail. The kit polls to the end.`,
      ends: 'failed',
      failsOnPurpose: true,
      lacks: (profile) =>
        lacksBalance(profile) ??
        lacksFailing(profile) ??
        (duplicates > 0 ? underBudget(profile) : undefined) ??
        lacks?.(profile),
      ...failingCreates(
        Array.from({ length: 1 + duplicates }, () => cost),
        duplicates === 0 && name !== 'reference',
      ),
      run: async (kit) => {
        if (row.skippedIf !== undefined && kit.find(row.skippedIf) !== undefined) return undefined;
        await kit.make(
          { ...body(kit), ...kit.profile.triggers.failing },
          {
            duplicates,
            ...(meanwhile === undefined ? {} : { meanwhile: (id) => meanwhile(kit, id) }),
            ...(unkeyed === true ? { unkeyed } : {}),
            ...(seenBy !== undefined && kit.hasKey(seenBy) ? { duplicatesSeenBy: seenBy } : {}),
          },
        );
        return undefined;
      },
    }),
);

/** The extension and the edit at 1080p, the reference by its operation, and creates that are alike. */
export const [FAILING_EXTEND, FAILING_EDIT] = [refund('extend'), refund('edit')] as const;
export const [FAILING_REFERENCE, FAILING_ALIKE] = [refund('reference'), refund('alike')] as const;

function refund(name: string): Probe {
  const probe = REFUNDS.find(({ id }) => id === `clip.failing-${name}`);
  if (probe === undefined) throw new Error(`No failing generation has the name "${name}".`);
  return probe;
}

/** Why the balance cannot be read. */
export function lacksBalance({ balance }: Profile): Missing | undefined {
  return balance === undefined
    ? missing('balance.path', 'The profile does not name the path of the balance (balance.path).')
    : undefined;
}

/** What a trigger changes besides the prompt, it would change in what is billed. */
function lacksFailing({ triggers: { failing } }: Profile): Missing | undefined {
  if (failing === undefined) return NO_FAILING_TRIGGER;
  return isPrompt(failing)
    ? undefined
    : missing(
        'triggers.failing',
        'In this profile, `triggers.failing` changes other fields in addition to the prompt.',
      );
}

function underBudget({ budget }: Profile): Missing | undefined {
  return budget === undefined
    ? undefined
    : { reason: 'In a run with a budget, create requests are sent one at a time.' };
}
