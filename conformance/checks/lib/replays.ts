/** Creates that the kit repeats with their Idempotency-Key, in several workflows. */

import { acceptedId, type ProbeTools, type SendOptions } from '../../engine/probe-tools.ts';
import { defineProbe, type Cost, type Probe } from '../../engine/define.ts';
import { idempotencyKeyOf } from '../../engine/make-generation.ts';
import type { HeaderLine } from '../../client/exchange.ts';
import type { KeyName } from '../../client/keys.ts';
import { keyBut } from './clip-creates.ts';
import { BASE, BASE_BODY, EDIT, editBody, MIDDLE, REFERENCE, referenceOf } from './clips.ts';

export const keyedBy = (key: string): { readonly headers: [string, string][] } => ({
  headers: [['Idempotency-Key', key]],
});

const TEXT_OF_BASE = JSON.stringify(BASE_BODY);

/** Other spellings of the same JSON. */
export const RESPELLED: Readonly<Record<string, (text: string) => string>> = {
  'white space': (text) => JSON.stringify(JSON.parse(text), null, 2),
  escapes: (text) => text.replace('A red', String.raw`\u0041 red`),
  'a number with a point': (text) => text.replace(':4,', ':4.0,'),
};

/** The creates of other workflows that the kit repeats. */
export const SENT_AGAIN: Readonly<
  Record<string, readonly [probe: Probe, again: (kit: ProbeTools) => Again, cost: Cost]>
> = {
  'same edit': [EDIT, againEdit, { resolution: '480p', output: 4, source: 9 }],
  'same reference': [REFERENCE, againReference, { resolution: '480p', output: 7, source: 4 }],
};

/** The repetitions of the create of the cheapest clip. A server without idempotency charges for each. */
export const REPLAY = defineProbe({
  id: 'idempotency.replay',
  sends:
    'The kit repeats the create request for the cheapest clip with the same Idempotency-Key. If the server replays the response, the kit sends the same JSON in other spellings. The kit also repeats the create requests for the edit and for the references. Then the kit sends the first create request with its fields in another order, and with another prompt. If a response names another generation, a get request for that generation follows.',
  after: [BASE],
  runsAfter: [EDIT, REFERENCE],
  riskedCreates: () => [
    ...['same', 'reordered', 'mismatch', ...Object.keys(RESPELLED)].map((): Cost => ({
      resolution: '480p',
      output: 4,
      source: 0,
    })),
    ...Object.values(SENT_AGAIN).map(([, , cost]) => cost),
  ],
  run: async (kit) => {
    const options = keyedBy(idempotencyKeyOf(kit.runId, BASE.id));
    const own = kit.find(BASE)?.id;
    const again = async (label: string, body: unknown, sent: SendOptions = options): Promise<string | undefined> => {
      const id = acceptedId((await kit.create(label, body, sent)).exchange);
      if (id !== undefined && id !== own) await kit.get(`made by ${label}`, id);
      return id;
    };
    const replayed = await again('same', BASE_BODY);
    // A server without idempotency would charge for each of them.
    if (replayed !== undefined && replayed === own) {
      for (const [label, write] of Object.entries(RESPELLED)) await again(label, write(TEXT_OF_BASE));
      for (const [label, [probe, withOptions]] of Object.entries(SENT_AGAIN)) {
        if (kit.find(probe) === undefined) continue;
        const { body, ...sent } = withOptions(kit);
        await again(label, body, sent);
      }
    }
    await again('reordered', Object.fromEntries(Object.entries(BASE_BODY).toReversed()));
    await again('mismatch', { ...BASE_BODY, prompt: 'A green kite.' });
    return undefined;
  },
});

interface Again {
  readonly body: object;
  readonly key: KeyName;
  readonly headers: readonly HeaderLine[];
}

function againEdit(kit: ProbeTools): Again {
  const { key } = kit.generation(EDIT);
  return { body: editBody(kit), key, ...keyBut(kit, key === 'primary' && kit.hasKey('second') ? 1 : 0) };
}

function againReference(kit: ProbeTools): Again {
  return { body: referenceOf(kit), key: kit.generation(REFERENCE).key, ...keyBut(kit, MIDDLE) };
}
