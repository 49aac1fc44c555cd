/** Servers that miscount credits. */

import { accepting, listOf, refusalAnswer, VALID } from '../../tamper/create.ts';
import { mutant, type Mutant } from '../../mutant.ts';
import { fieldsOf, withBody, withKey, type Tampering, type Call } from '../../server.ts';
import { recording } from '../../tamper/answers.ts';
import { creatingForAnybody } from '../../tamper/keys.ts';

const hasOne = ({ key }: Call): boolean => key.includes('-once~');
const refund = (when: 'late' | 'twice' | 'never') => ({
  faults: [{ match: { operation: 'create' as const }, effect: { kind: 'outcome' as const, refund: when } }],
});

export const CREDIT_MUTANTS: readonly Mutant[] = [
  mutant('credits.reserve', 'charges only at the end', { tamper: boundless }),
  mutant('credits.reserve.at-create', 'reserves when the generation starts', {
    tamper: reservingLate,
    settings: { latency: 'polls:1,1' },
  }),
  ...(['image-to-video', 'reference-to-video'] as const).map((mode) =>
    mutant('credits.reserve.every-mode', `requires no credits in ${mode} mode`, {
      id: `credits.reserve.every-mode.${mode}`,
      tamper: creatingForAnybody(({ key, json }) => key.includes('-poor') && json['mode'] === mode),
    }),
  ),
  ...(
    [
      ['silent', 'without sound', (body) => body['audio'] === false],
      ['reference', 'in reference mode', (body) => body['mode'] === 'reference-to-video'],
      ['sound', 'if there is a sound', (body) => listOf(body, 'audio_urls').length > 0],
    ] satisfies readonly [string, string, (body: Call['json']) => boolean][]
  ).map(([name, what, when]) =>
    mutant('credits.refund', `forgets the refund ${what}`, {
      id: `credits.refund.${name}`,
      tamper: () => keepingWhatFailed(when),
    }),
  ),
  mutant('credits.refund', 'forgets the refund', { settings: refund('never') }),
  mutant('state.refund-with-failure', 'refunds one poll after the failure', { tamper: refundingLater }),
  mutant('credits.refund.once', 'refunds at every poll that shows the failure', { settings: refund('twice') }),
  mutant('state.refused-create', 'charges rejected creates, whatever credits are left', {
    tamper: keeping('unseen'),
  }),
  mutant('state.refused-create', 'reserves before it validates, and keeps the reservation', {
    id: 'state.refused-create.first',
    tamper: keeping('seen'),
  }),
  mutant('billing.source-seconds', 'bills only the output', { tamper: billing((output) => output * 0.08) }),
  mutant('billing.source-seconds.exact', 'bills blocks of ten seconds', {
    tamper: billing((output, input) => Math.ceil((output + input) / 10) * 0.8),
  }),
  mutant('create.source-video-ids.completed.unknown', 'ignores an unknown source video', {
    tamper: () => (call, engine) => withoutSources(call, engine, { code: 'source_video_not_found', isWatched: false }),
  }),
  mutant('create.source-video-ids.completed.failed', 'extends a generation that failed', {
    tamper: failedSources,
  }),
  mutant('create.source-video-ids.completed.early', 'accepts a pending generation as a source', {
    tamper: () => (call, engine) => withoutSources(call, engine, { code: 'source_video_not_ready', isWatched: true }),
  }),
  mutant('create.source-video-ids.seconds.above', 'accepts source videos of up to 34 s', {
    tamper: () => accepting((body) => Array.isArray(body['source_video_ids']) && body['source_video_ids'].length === 6),
  }),
  mutant('create.source-video-ids.seconds.above-by-one', 'rounds the lengths of six source videos down', {
    tamper: () => (call, engine) =>
      listOf(call.json, 'source_video_ids').length === 6
        ? withoutSources(call, engine, { code: 'source_duration_exceeded', isWatched: false })
        : engine(call),
  }),
  mutant('versioning.path.base', 'has no records under /v1', {
    tamper: () => async (call, engine) =>
      engine(call.operation === 'get' ? { ...call, url: new URL(call.url.href.replace('/v1/', '/')) } : call),
  }),
  mutant('versioning.path', 'has its downloads outside of /v1', {
    tamper: () => async (call, engine) =>
      engine(call.operation === 'content' ? { ...call, url: new URL(call.url.href.replace('/v1/', '/')) } : call),
  }),
];

/** Gives the account with credits for one generation unlimited credits. */
function boundless(): Tampering {
  return (call, engine) => engine(hasOne(call) ? withKey(call, call.key.replace(/~.*/, '')) : call);
}

/** Keeps the reservation of some failed generations, so that their account is empty. */
function keepingWhatFailed(when: (body: Call['json']) => boolean): Tampering {
  const meant = new Set<unknown>();
  let isKept = false;
  return async (call, engine) => {
    const answer = await engine(call);
    if (call.operation === 'create' && hasOne(call)) {
      if (answer.status === 202 && isKept) return refusalAnswer(402, 'insufficient_credits');
      if (answer.status === 202 && when(call.json)) meant.add(fieldsOf(answer)['id']);
    }
    if (call.operation === 'get' && meant.has(call.id)) isKept ||= fieldsOf(answer)['status'] === 'failed';
    return answer;
  };
}

/** Makes nobody pay for the second create. */
function reservingLate(): Tampering {
  let made = 0;
  return async (call, engine) => {
    if (call.operation !== 'create' || !hasOne(call)) return engine(call);
    const answer = await engine(made === 1 ? withKey(call, 'sk_standin_lender') : call);
    if (answer.status === 202) made += 1;
    return answer;
  };
}

/** Shows the failure before the refund, which waits for a later poll. */
function refundingLater(): Tampering {
  const failing = new Map<string, ReturnType<typeof fieldsOf>>();
  return async (call, engine) => {
    if (call.operation === 'create' && hasOne(call)) {
      const answer = await engine(call);
      const isFailing = /\[\[standin:fails_|\/image\/400x299/.test(JSON.stringify(call.json));
      if (isFailing && answer.status === 202) failing.set(String(fieldsOf(answer)['id']), fieldsOf(answer));
      return answer;
    }
    const early = failing.get(call.id);
    if (early === undefined) return engine(call);
    return call.operation === 'get' ? failed(early) : refusalAnswer(404, 'content_unavailable');
  };
}

function failed(record: ReturnType<typeof fieldsOf>): Awaited<ReturnType<Tampering>> {
  const error = { code: 'generation_failed', message: 'The generation failed.' };
  const json = JSON.stringify({ ...record, status: 'failed', error });
  return {
    status: 200,
    headers: new Headers({ 'content-type': 'application/json' }),
    bytes: new TextEncoder().encode(json),
  };
}

/** Charges a rejected create like a valid create. A lack of credits shows at once ("seen"), or only later. */
function keeping(lack: 'seen' | 'unseen'): () => Tampering {
  return () => async (call, engine) => {
    const answer = await engine(call);
    if (call.operation !== 'create' || !hasOne(call) || answer.status !== 400) return answer;
    const reserved = await engine(withBody(call, VALID));
    return lack === 'seen' && reserved.status === 402 ? reserved : answer;
  };
}

/** Bills creates with source videos by another rule. The number of sources tells their length. */
function billing(price: (output: number, input: number) => number): () => Tampering {
  return () => {
    const costs = new Map<string, number>();
    const priced = recording((record, { operation, json }) => {
      const sources = json['source_video_ids'];
      const input = Array.isArray(sources) ? (sources.length === 1 ? 4 : 30) : 0;
      const id = String(record['id']);
      if (operation === 'create' && input > 0) costs.set(id, price(Number(json['duration_seconds']), input));
      const cost = costs.get(id);
      return cost === undefined ? record : { ...record, cost_usd: cost };
    })();
    return priced;
  };
}

/** Accepts failed generations as sources, and ignores them. */
function failedSources(): Tampering {
  const failures = new Set<unknown>();
  return async (call, engine) => {
    const [source] = listOf(call.json, 'source_video_ids');
    const answer = await engine(call.operation === 'create' && failures.has(source) ? withBody(call, VALID) : call);
    const record = fieldsOf(answer);
    if (record['status'] === 'failed') failures.add(record['id']);
    return answer;
  };
}

/** Carries out a create without its sources if they are the reason for its rejection. */
async function withoutSources(
  call: Parameters<Tampering>[0],
  engine: Parameters<Tampering>[1],
  when: { readonly code: string; readonly isWatched: boolean },
): ReturnType<Tampering> {
  const answer = await engine(call);
  const error = fieldsOf(answer)['error'];
  const isMeant = call.operation === 'create' && JSON.stringify(error ?? '').includes(when.code);
  if (!isMeant || when.isWatched !== call.key.includes('-watched')) return answer;
  return engine(withBody(call, VALID));
}
