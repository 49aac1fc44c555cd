/** The document's opening part: what the service is, before any field or endpoint is named. */

import { LIMITS } from '../limits.ts';
import { MODEL } from '../model.ts';
import type { Entry } from './requirement.ts';

const { durationSeconds, framesPerSecond } = LIMITS;

export const SERVICE = [
  {
    id: 'service.one-clip',
    level: 'must',
    text: 'Each accepted request makes one generation, and a completed generation has one clip.',
  },
  {
    id: 'service.https',
    level: 'must',
    binds: 'operator',
    text: 'The service is reached over HTTPS. Standin, on the same machine, may be reached over plain HTTP.',
  },
  {
    id: 'service.json',
    level: 'must',
    text: 'Apart from the clip itself, requests and answers are JSON.',
  },
  {
    id: 'service.one-model',
    level: 'must',
    also: ['versioning'],
    text: `There is one model, \`${MODEL}\`; requests and records name no other.`,
  },
  {
    id: 'service.asynchronous',
    level: 'must',
    also: ['create'],
    text: 'A create answers with the record without waiting for the clip.',
  },
  {
    id: 'service.poll-to-the-end',
    level: 'must',
    text: 'A client that keeps polling a record sees it become `completed` or `failed`, and can then download a completed generation from its output URL.',
  },
  {
    id: 'service.workflow-choice',
    level: 'must',
    text: 'Which of the five workflows runs follows from `mode` and from the fields that are sent; no field names a workflow.',
  },
  {
    id: 'content.duration.bounds',
    level: 'must',
    also: ['limits'],
    text: `A clip lasts ${durationSeconds.min} to ${durationSeconds.max} seconds.`,
  },
  {
    id: 'content.frame-rate',
    level: 'must',
    also: ['limits'],
    text: `A clip has ${framesPerSecond} frames per second.`,
  },
  {
    id: 'content.audio.synchronized',
    level: 'must',
    also: ['request'],
    text: 'Sound is optional; where it was asked for, it runs in step with the picture.',
  },
  {
    id: 'content.audio.kinds',
    level: 'must',
    binds: 'operator',
    text: 'Generated sound can be speech, the sound of the place, and effects.',
  },
  {
    id: 'service.nondeterministic',
    level: 'should',
    binds: 'client',
    text: 'The same request twice may give two different clips, so a client does not rely on getting one again.',
  },
  {
    id: 'credits.reserve',
    level: 'must',
    also: ['states', 'create', 'billing'],
    text: 'An accepted create takes its displayed cost out of the credits that can be spent.',
  },
  {
    id: 'credits.refund',
    level: 'must',
    also: ['states'],
    text: 'When a generation fails, its whole reservation comes back without being asked for.',
  },
  {
    id: 'credits.refund.once',
    level: 'must',
    also: ['states'],
    text: 'A failed generation gives back its reservation and no more, however often and however much in parallel it is polled.',
  },
  {
    id: 'service.no-subscription',
    level: 'must',
    binds: 'operator',
    text: 'The service can be used without a subscription.',
  },
  {
    id: 'service.seed',
    level: 'silent',
    text: 'Whether a clip can be had again on purpose.',
    default:
      'Two creates give two ids and so two different clips. One and the same record always gives the same bytes, and an account with the same seed repeats a whole run.',
  },
  {
    id: 'service.other-operations',
    level: 'silent',
    text: 'Whether generations can be listed, canceled or deleted, and whether the balance can be read.',
    default:
      'The API has three operations and no others. A balance is read through the control API, which is not part of it.',
  },
  {
    id: 'credits.opening-balance',
    level: 'silent',
    settings: ['balance'],
    text: 'With how much credit an account begins.',
    default: 'An account opens with 1000.00 US dollars.',
  },
] as const satisfies readonly Entry[];
