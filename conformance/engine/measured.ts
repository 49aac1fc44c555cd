/** Times and costs of the generations of a run, computed from its exchanges and kept in the report. */

import * as z from 'zod';
import { RESOLUTIONS } from '../../contract/dimensions.ts';
import { jsonOf, type Exchange } from '../client/exchange.ts';
import { isObject, jsonIn } from './evidence.ts';
import { acceptedId } from './probe-tools.ts';
import { statusOf } from './make-generation.ts';

/** Seconds after the create: the polls before and after an event. */
const Between = z.tuple([z.number(), z.number()]);

export const MeasuredGeneration = z.object({
  /** The probe that made the generation, and the key that the probe used. */
  probe: z.string(),
  key: z.string().optional(),
  resolution: z.enum(RESOLUTIONS),
  audio: z.boolean(),
  operation: z.string().optional(),
  /** The requested seconds, and the seconds of its source videos; left out if not known. */
  seconds: z.number(),
  sourceSeconds: z.number().optional(),
  /** `cost_usd` of the create. */
  cost: z.number().optional(),
  end: z.enum(['completed', 'failed']).optional(),
  leftPending: Between.optional(),
  ended: Between.optional(),
  /** Whether a poll showed `running`. */
  sawRunning: z.boolean(),
});
export type MeasuredGeneration = z.output<typeof MeasuredGeneration>;

/** A create that returned a generation. */
export type MadeCreate = ReturnType<typeof createsIn>[number];

/** Returns the creates of a run that returned a generation, in order. A replay shows a create that was counted. */
export function createsIn(exchanges: readonly Exchange[]) {
  const lengths = new Map<unknown, number | undefined>();
  return exchanges.flatMap((create) => {
    const id = create.request.method === 'POST' ? acceptedId(create) : undefined;
    const read = jsonIn(create.request.body ?? '');
    const body = isObject(read) ? read : {};
    const { duration_seconds: seconds, source_video_ids: ids } = body;
    if (id === undefined || typeof seconds !== 'number' || lengths.has(id)) return [];
    /** The seconds of its source videos; undefined for a generation of another run. */
    const sources = Array.isArray(ids) ? ids.map((source) => lengths.get(source)) : [];
    // An edit is as long as its first source.
    lengths.set(id, body['reference_video_operation'] === 'edit' ? sources[0] : seconds);
    const resolution = RESOLUTIONS.find((tier) => tier === body['resolution']) ?? '720p';
    return [{ create, id, body, resolution, seconds, sources, cost: costIn(create) }];
  });
}

function costIn({ response }: Exchange): number | undefined {
  const record = response && jsonOf(response);
  const cost = isObject(record) ? record['cost_usd'] : undefined;
  return typeof cost === 'number' ? cost : undefined;
}

/** Returns every generation that a create of the run returned, in order. */
export function measured(exchanges: readonly Exchange[]): MeasuredGeneration[] {
  return createsIn(exchanges).map((made) => ({ ...asked(made), ...lifeOf(exchanges, made) }));
}

function asked({
  create: { probe, key },
  body,
  resolution,
  seconds,
  sources,
  cost,
}: MadeCreate): Omit<MeasuredGeneration, 'sawRunning'> {
  const operation = body['reference_video_operation'];
  const known = sources.filter((source) => source !== undefined);
  return {
    probe,
    ...(key === undefined ? {} : { key }),
    resolution,
    audio: body['audio'] !== false,
    ...(typeof operation === 'string' ? { operation } : {}),
    seconds,
    ...(known.length < sources.length ? {} : { sourceSeconds: known.reduce((sum, one) => sum + one, 0) }),
    ...(cost === undefined ? {} : { cost }),
  };
}

type Life = Pick<MeasuredGeneration, 'end' | 'leftPending' | 'ended' | 'sawRunning'>;

/** Follows the polls of one generation by all probes. */
function lifeOf(exchanges: readonly Exchange[], { create, id }: MadeCreate): Life {
  const polls = exchanges
    .filter(({ request }) => request.method === 'GET' && request.url.endsWith(`/v1/videos/${id}`))
    .flatMap((poll) => {
      const status = statusOf(poll);
      return status === undefined ? [] : [{ status, from: poll.at, to: poll.at + poll.ms }];
    })
    .toSorted((one, other) => one.from - other.from);
  const between = (isBefore: (status: string) => boolean): [number, number] | undefined => {
    const next = polls.findIndex(({ status }) => !isBefore(status));
    const after = polls[next];
    if (after === undefined) return undefined;
    const earliest = (polls[next - 1]?.from ?? create.at) - (create.at + create.ms);
    return [toSeconds(earliest), toSeconds(after.to - create.at)];
  };
  const end = polls.findLast(({ status }) => status === 'completed' || status === 'failed')?.status;
  const leftPending = between((status) => status === 'pending');
  const ended = between((status) => status === 'pending' || status === 'running');
  return {
    ...(end === 'completed' || end === 'failed' ? { end } : {}),
    ...(leftPending === undefined ? {} : { leftPending }),
    ...(ended === undefined ? {} : { ended }),
    sawRunning: polls.some(({ status }) => status === 'running'),
  };
}

function toSeconds(ms: number): number {
  return Math.max(0, Math.round(ms)) / 1000;
}
