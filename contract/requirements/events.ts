/** News of a generation: only for those who ask. */

import type { Entry } from './requirement.ts';

export const EVENTS = [
  {
    id: 'events.polling-suffices',
    level: 'must',
    text: 'Everything about the progress of a generation can be learned by polling, and nothing else is needed.',
  },
  {
    id: 'events.callbacks',
    level: 'silent',
    text: 'Whether there are events, callbacks or webhooks.',
    default: 'The API has none, and a field that requests an event or a callback is rejected as unknown.',
  },
] as const satisfies readonly Entry[];
