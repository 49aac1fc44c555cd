/** The JSON of responses: the record of a generation, and the envelope of errors. */

import * as z from 'zod';
import { MODEL } from './model.ts';
import { UUID_PATTERN } from './request.ts';

export const STATUSES = ['pending', 'running', 'completed', 'failed'] as const;
export type Status = (typeof STATUSES)[number];

const uuid = z.string().regex(new RegExp(UUID_PATTERN)).meta({ format: 'uuid' });

/** A machine-readable code, a text for people, and the request id. */
export const ErrorBody = z
  .object({
    code: z.string().meta({ description: 'Machine-readable code.' }),
    message: z.string().meta({ description: 'Text for people.' }),
    request_id: uuid.optional().meta({ description: 'Quote this id when you ask for help.' }),
  })
  .meta({ id: 'ErrorBody', description: 'What went wrong.' });

/** The body of every error response. */
export const ErrorEnvelope = z
  .object({ error: ErrorBody })
  .meta({ id: 'ErrorEnvelope', description: 'The envelope of every error response.' });

const output = z.object({
  url: z
    .string()
    .regex(new RegExp(`^/v1/videos/${UUID_PATTERN.slice(1, -1)}/content$`))
    .meta({ description: 'Relative URL of the MP4; a download needs the same API key.' }),
});

/** The record in the responses to create and get. */
export const VideoGeneration = z
  .object({
    id: uuid.meta({ description: 'Names the generation.' }),
    object: z.literal('video.generation').meta({ description: 'The kind of the record.' }),
    model: z.literal(MODEL).meta({ description: 'The only model of the service.' }),
    status: z.enum(STATUSES).meta({ description: '`completed` and `failed` are final.' }),
    cost_usd: z
      .number()
      .min(0)
      .meta({ description: 'The reserved cost in US dollars. If the generation fails, this cost is refunded.' }),
    output: output.optional().meta({ description: 'Present when completed.' }),
    error: ErrorBody.optional().meta({ description: 'Present when failed.' }),
  })
  .meta({ id: 'VideoGeneration', description: 'One generation and its progress.' });

export type ErrorBody = z.output<typeof ErrorBody>;
export type ErrorEnvelope = z.output<typeof ErrorEnvelope>;
export type VideoGeneration = z.output<typeof VideoGeneration>;
