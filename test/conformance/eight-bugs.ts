/** A server with eight bugs of the kind that new servers have, each in front of the emulator. */

import { fieldsOf, jsonAnswer, withBody, withHeader, withJson, withKey } from '../../conformance/prove/server.ts';
import type { Tampering } from '../../conformance/prove/server.ts';
import type { Emulator } from '../../emulator/index.ts';

const COST = 0.48;
const LONGEST_PROMPT = 15_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const OWN_KEY = /^sk_standin_[a-z0-9-]+-(primary|other|once|poor|watched)(~\S*)?$/;
const MAPS = {
  subject_to_image_ids: 'image_urls',
  subject_to_video_ids: 'source_video_ids',
  subject_to_audio_ids: 'audio_urls',
} as const;

const refused = jsonAnswer(400, { error: { code: 'invalid_request', message: 'The prompt is too long.' } });

/** Each bug by the promise that it breaks. */
export const EIGHT_BUGS: Readonly<Record<string, (engine: Emulator) => Tampering>> = {
  'credits.refund.once': (emulator) => {
    const failed = new Set<string>();
    return async (call, engine) => {
      const answer = await engine(call);
      if (fieldsOf(answer)['status'] === 'failed') failed.add(call.id);
      if (call.operation === 'content' && failed.has(call.id)) await grant(emulator, call.key);
      return answer;
    };
  },
  'content.headers/rfc-9110-15.3.7.1': () => async (call, engine) => {
    const answer = await engine(call);
    if (call.operation !== 'content' || answer.status !== 206) return answer;
    const bytes = answer.bytes.slice(0, -1);
    return { ...withHeader(answer, 'content-length', String(bytes.length)), bytes };
  },
  'create.prompt.length': () => (call, engine) =>
    call.operation === 'create' && Buffer.byteLength(String(call.json['prompt'])) > LONGEST_PROMPT
      ? Promise.resolve(refused)
      : engine(call),
  'create.unknown-fields': () => (call, engine) => {
    const entries = Object.entries(call.json);
    const kept = entries.filter(([, value]) => value !== null);
    return engine(kept.length === entries.length ? call : withBody(call, Object.fromEntries(kept)));
  },
  'content.foreign': () => {
    const owners = new Map<unknown, string>();
    return async (call, engine) => {
      const owner = owners.get(call.id);
      const isRead = call.operation === 'content' && owner !== undefined && OWN_KEY.test(call.key);
      const answer = await engine(isRead ? withKey(call, owner) : call);
      if (call.operation === 'create' && answer.status === 202) owners.set(fieldsOf(answer)['id'], call.key);
      return answer;
    };
  },
  'record.cost-usd.reserved': () => async (call, engine) => {
    const answer = await engine(call);
    const record = fieldsOf(answer);
    return record['status'] === 'failed' ? withJson(answer, { ...record, cost_usd: 0 }) : answer;
  },
  'error.envelope': () => (call, engine) =>
    (call.operation === 'get' || call.operation === 'content') && !UUID.test(call.id)
      ? Promise.resolve(jsonAnswer(404, { detail: 'Not Found' }))
      : engine(call),
  'create.subject-to-image-ids.index': () => (call, engine) => {
    const maps = Object.entries(MAPS).flatMap(([map, list]) => {
      const [indexes, things] = [call.json[map], call.json[list]];
      return isMap(indexes) && Array.isArray(things) ? [[map, shifted(indexes, things.length)] as const] : [];
    });
    return engine(maps.length === 0 ? call : withBody(call, { ...call.json, ...Object.fromEntries(maps) }));
  },
};

/** All eight, one in front of the other. */
export function withEightBugs(emulator: Emulator): Tampering {
  return Object.values(EIGHT_BUGS).reduce<Tampering>(
    (inner, bug) => {
      const tamper = bug(emulator);
      return (call, engine) => tamper(call, (passed) => inner(passed, engine));
    },
    (call, engine) => engine(call),
  );
}

async function grant(emulator: Emulator, key: string): Promise<void> {
  const account = key.replace(/^sk_standin_/, '').replace(/~.*$/, '');
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ amount_usd: COST });
  const url = `http://127.0.0.1/_standin/accounts/${account}/grants`;
  await emulator.fetch(new Request(url, { method: 'POST', headers, body }));
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An index that is one too large points to the last thing. */
function shifted(map: Readonly<Record<string, unknown>>, length: number): Record<string, unknown> {
  const fixed = (index: unknown): unknown => (index === length && length > 0 ? length - 1 : index);
  return Object.fromEntries(
    Object.entries(map).map(([handle, indexes]) => [handle, Array.isArray(indexes) ? indexes.map(fixed) : indexes]),
  );
}
