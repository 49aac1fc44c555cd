/** Servers that answer another request than the sent one: cut echoes, parts of a create, one record for two creates. */

import { also, mutant, type Mutant } from '../../mutant.ts';
import { refusing } from '../../tamper/create.ts';
import { sourcesOf } from '../../tamper/workflow.ts';
import type { Answer, Call, Tampering } from '../../server.ts';

const SHOWN = 101;

export const ECHO_MUTANTS: readonly Mutant[] = [
  mutant('http.json.utf8', 'cuts an echoed text after an odd number of bytes', { tamper: () => echoing(SHOWN) }),
  also(['http.json.utf8', 'even'], 'cuts an echoed text after an even number of bytes', {
    alone: true,
    tamper: () => echoing(SHOWN + 1),
  }),
  mutant('http.range.of-create', 'sends a part of its record if a create has a Range', {
    tamper: () => async (call, engine) => {
      const answer = await engine(call);
      if (call.operation !== 'create' || answer.status !== 202 || !call.headers.has('range')) return answer;
      return { ...answer, status: 206, bytes: answer.bytes.slice(0, 100) };
    },
  }),
  mutant('service.one-clip.unkeyed', 'treats two creates with the same body as one', {
    tamper: () => takingForOne('-once~'),
  }),
  mutant('service.one-clip.unkeyed.in-turn', 'returns the generation of an earlier create without Idempotency-Key', {
    tamper: () => takingForOne('-primary'),
    selection: { only: ['service.one-clip.unkeyed.in-turn'] },
  }),
  mutant('service.one-clip.unkeyed.all', 'runs equal creates at the same time as one', {
    tamper: runningOnce,
    selection: { only: ['service.one-clip.unkeyed.all'] },
  }),
  ...[5, 6].map((most) =>
    mutant('create.source-video-ids.count.many', `accepts at most ${most} source videos`, {
      id: `create.source-video-ids.count.many.${most}`,
      alone: true,
      tamper: () => refusing((body) => sourcesOf(body) > most),
    }),
  ),
];

/** Answers equal creates that arrive at the same time without an Idempotency-Key with one generation. */
function runningOnce(): Tampering {
  const underWay = new Map<string, Promise<Answer>>();
  return async (call, engine) => {
    if (call.operation !== 'create' || call.headers.has('idempotency-key')) return engine(call);
    const name = `${call.key} ${call.body ?? ''}`;
    const running = underWay.get(name) ?? engine(call).finally(() => underWay.delete(name));
    underWay.set(name, running);
    return running;
  };
}

/** Repeats the beginning of the invalid text, cut by bytes. */
function echoing(shown: number): Tampering {
  return async (call, engine) => {
    const answer = await engine(call);
    const isLong = call.operation === 'create' && answer.status === 400 && (call.body ?? '').length > 600;
    if (!isLong) return answer;
    const said = Buffer.from(/[^ -~]{9,}/u.exec(call.body ?? '')?.[0] ?? '').subarray(0, shown);
    const [before, behind] = JSON.stringify(messageOf('#')).split('#');
    const bytes = Buffer.concat([Buffer.from(before ?? ''), said, Buffer.from(behind ?? '')]);
    return { ...answer, bytes: new Uint8Array(bytes) };
  };
}

function messageOf(message: string): object {
  return { error: { code: 'validation_error', message } };
}

/** Answers equal creates without Idempotency-Key with one generation, if their API key contains a text. */
function takingForOne(text: string): Tampering {
  const answers = new Map<string, Promise<Answer>>();
  const isTaken = (call: Call): boolean => call.operation === 'create' && !call.headers.has('idempotency-key');
  return async (call, engine) => {
    if (!isTaken(call) || !call.key.includes(text)) return engine(call);
    const same = `${call.key} ${call.body ?? ''}`;
    const known = answers.get(same) ?? engine(call);
    answers.set(same, known);
    const answer = await known;
    if (answer.status >= 300) answers.delete(same);
    return answer;
  };
}
