/** What the service answers: the generation record, and the envelope of every error. */

import * as z from 'zod';
import { MODEL, UUID_PATTERN } from './request.ts';

export const STATUSES = ['pending', 'running', 'completed', 'failed'] as const;
export type Status = (typeof STATUSES)[number];

const uuid = z.string().regex(new RegExp(UUID_PATTERN)).meta({ format: 'uuid' });

/** A machine-readable code, a text for people, and the id to quote when asking for help. */
export const ErrorBody = z
  .object({ code: z.string(), message: z.string(), request_id: uuid.optional() })
  .meta({ id: 'ErrorBody' });

/** Every error answer has this shape. */
export const ErrorEnvelope = z.object({ error: ErrorBody }).meta({ id: 'ErrorEnvelope' });

/** The record that create and get answer with. */
export const VideoGeneration = z
  .object({
    id: uuid,
    object: z.literal('video.generation'),
    model: z.literal(MODEL),
    status: z.enum(STATUSES),
    cost_usd: z.number().min(0),
    output: z
      .object({ url: z.string().regex(new RegExp(`^/v1/videos/${UUID_PATTERN.slice(1, -1)}/content$`)) })
      .optional(),
    error: ErrorBody.optional(),
  })
  .meta({ id: 'VideoGeneration' });

export type ErrorBody = z.output<typeof ErrorBody>;
export type ErrorEnvelope = z.output<typeof ErrorEnvelope>;
export type VideoGeneration = z.output<typeof VideoGeneration>;
