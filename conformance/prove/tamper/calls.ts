/** Patterns of requests, and tampering with requests on their way to the engine. */

import {
  fieldsOf,
  withHeader,
  withKey,
  jsonAnswer,
  type Answer,
  type Call,
  type Operation,
  type Tampering,
} from '../server.ts';
import { creating, listOf, matches, refusalAnswer, type CreateWhen } from './create.ts';

/** A pattern of requests. */
export interface Where {
  readonly operation?: Operation;
  readonly method?: string;
  readonly key?: RegExp;
  /** The text of the header Authorization. */
  readonly credentials?: RegExp;
  /** A header that the request has, and a header that it lacks. */
  readonly has?: string;
  readonly lacks?: string;
  /** The body of a create. */
  readonly body?: CreateWhen;
}
type Requests = Operation | 'any' | Where;
export type When = Requests | ((call: Call) => boolean);

export const EMPTY_KEY = /^$/;
export const UNKNOWN_KEY = /^no-such-key/;
export const OTHER_KEY = /-other$/;
export const ONCE_KEY = /-once~/;
export const WATCHED_KEY = /-watched/;
/** The key that pays for creates without sufficient credits. */
export const LENDER = 'sk_standin_lender';

export const RECORD = { operation: 'get' } as const;
export const RECORD_HEAD = { operation: 'get', method: 'HEAD' } as const;
export const CONTENT = { operation: 'content' } as const;
export const CLIP = { operation: 'content', method: 'GET', lacks: 'range' } as const;
export const CLIP_PART = { operation: 'content', has: 'range' } as const;
export const CLIP_HEAD = { operation: 'content', method: 'HEAD' } as const;

/** Returns the test of requests that a pattern describes. */
export function meets(when: When): (call: Call) => boolean {
  if (typeof when === 'function') return when;
  if (typeof when === 'string') return ({ operation }) => when === 'any' || operation === when;
  const { operation, method, key, credentials, has, lacks } = when;
  const body = when.body === undefined ? undefined : matches(when.body);
  return (call) =>
    (operation === undefined || call.operation === operation) &&
    (method === undefined || call.method === method) &&
    (key === undefined || key.test(call.key)) &&
    (credentials === undefined || credentials.test(credentialsOf(call))) &&
    (has === undefined || call.headers.has(has)) &&
    (lacks === undefined || !call.headers.has(lacks)) &&
    (body === undefined || (call.operation === 'create' && body(call.json, call)));
}

/** Changes some requests before the engine reads them. */
export function sending(when: When, change: (call: Call) => Call): () => Tampering {
  const isMeant = meets(when);
  return () => (call, engine) => engine(isMeant(call) ? change(call) : call);
}

/** Removes headers of some requests. */
export function dropping(when: When, ...names: readonly string[]): () => Tampering {
  return sending(when, (call) => names.reduce((one, name) => withHeader(one, name, undefined), call));
}

/** Rejects some requests. */
export function rejecting(when: When, status: number, code: string): () => Tampering {
  const isMeant = meets(when);
  return () => async (call, engine) => (isMeant(call) ? refusalAnswer(status, code) : engine(call));
}

/** Answers 500 to some requests. */
export function failing(when: When): () => Tampering {
  return rejecting(when, 500, 'internal_error');
}

export function credentialsOf({ headers }: Call): string {
  return headers.get('authorization') ?? '';
}

/** Returns the Idempotency-Key of a request, or an empty text. */
export function keyOf({ headers }: Call): string {
  return headers.get('idempotency-key') ?? '';
}

/** Reads another Idempotency-Key than the client sent. An empty key removes the header. */
export function rekeying(read: (key: string) => string, when: When = 'any'): () => Tampering {
  const isMeant = meets(when);
  return sending(
    (call) => keyOf(call) !== '' && isMeant(call),
    (call) => withHeader(call, 'idempotency-key', read(keyOf(call)) || undefined),
  );
}

/** Changes the id of gets or downloads. The same id leaves the call unchanged. */
export function readingPath(operation: Operation, read: (id: string) => string): () => Tampering {
  return () => (call, engine) => {
    const written = decodeURIComponent(call.id);
    const id = read(written);
    if (call.operation !== operation || id === written) return engine(call);
    const url = new URL(call.url);
    url.pathname = url.pathname.replace(call.id, id);
    return engine({ ...call, url, id });
  };
}

/** Changes the ids of source videos in creates. */
export function readingSources(read: (id: string) => string): () => Tampering {
  return creating((body) => {
    const ids = listOf(body, 'source_video_ids');
    const other = ids.map((id) => (typeof id === 'string' ? read(id) : id));
    return ids.every((id, at) => id === other[at]) ? body : { ...body, source_video_ids: other };
  });
}

/** Makes a tampering that knows the accepted create of each generation. */
export function knowingCreates(
  make: (createOf: (id: unknown) => Call | undefined, creates: ReadonlyMap<unknown, Call>) => Tampering,
): () => Tampering {
  return () => {
    const creates = new Map<unknown, Call>();
    const tamper = make((id) => creates.get(id), creates);
    return async (call, engine) => {
      const answer = await tamper(call, engine);
      if (isAccepted(call, answer)) creates.set(fieldsOf(answer)['id'], call);
      return answer;
    };
  };
}

/** Makes a tampering that knows the status in which each generation was last polled. */
export function knowingStatuses(make: (statusOf: (id: unknown) => unknown) => Tampering): () => Tampering {
  return () => {
    const statuses = new Map<unknown, unknown>();
    const tamper = make((id) => statuses.get(id));
    return async (call, engine) => {
      const answer = await tamper(call, engine);
      if (call.operation === 'get' && answer.status === 200) statuses.set(call.id, fieldsOf(answer)['status']);
      return answer;
    };
  };
}

/** Makes a tampering that knows which creates came while another create with their Idempotency-Key was under way. */
export function knowingMeeting(make: (isLate: (call: Call) => boolean) => Tampering): () => Tampering {
  return () => {
    const [underWay, late] = [new Map<string, number>(), new WeakSet<Call>()];
    const tamper = make((call) => late.has(call));
    return async (call, engine) => {
      const key = call.operation === 'create' ? keyOf(call) : '';
      if (key === '') return tamper(call, engine);
      const before = underWay.get(key) ?? 0;
      if (before > 0) late.add(call);
      underWay.set(key, before + 1);
      const answer = await tamper(call, engine);
      underWay.set(key, (underWay.get(key) ?? 1) - 1);
      return answer;
    };
  };
}

/** Reports whether a create was accepted. */
export function isAccepted({ operation }: Call, { status }: Answer): boolean {
  return operation === 'create' && status === 202;
}

/** Tampers only with downloads of the clips of some creates. */
export function serving(when: CreateWhen, tamper: () => Tampering): () => Tampering {
  const isMeant = matches(when);
  return knowingCreates((createOf) => {
    const own = tamper();
    return (call, engine) => {
      const create = call.operation === 'content' ? createOf(call.id) : undefined;
      return create !== undefined && isMeant(create.json, create) ? own(call, engine) : engine(call);
    };
  });
}

/** Answers some requests as if they carried the key that made the generation. */
export function lookingAsOwner(when: Requests | ((call: Call, owner: Call) => boolean)): () => Tampering {
  const isMeant = typeof when === 'function' ? when : meets(when);
  return knowingCreates((createOf) => (call, engine) => {
    const owner = createOf(call.id);
    const isOpen = owner !== undefined && owner.key !== call.key && isMeant(call, owner);
    return engine(isOpen ? withKey(call, owner.key) : call);
  });
}

/** Answers some creates as if they had a valid key of an account of their own. */
export function creatingForAnybody(when: When): () => Tampering {
  const isMeant = meets(when);
  return sending(
    (call) => call.operation === 'create' && isMeant(call),
    (call) => withKey(call, 'sk_standin_anybody'),
  );
}

/**
 * Lets the key "revoked" still work for some calls after it was revoked. `since` counts the calls since then. Rejected
 * calls carry a key of the emulator that is revoked.
 */
export function takingBack(stillWorks: Requests | ((call: Call, since: number) => boolean)): () => Tampering {
  const isMeant = typeof stillWorks === 'function' ? stillWorks : meets(stillWorks);
  return () => {
    let since: number | undefined;
    return async (call, engine) => {
      if (call.url.pathname.endsWith('/keys/revoke')) {
        since = 0;
        return jsonAnswer(200, {});
      }
      if (!call.key.endsWith('-revoked')) return engine(call);
      if (since !== undefined) since += 1;
      const isOpen = since === undefined || isMeant(call, since);
      return engine(withKey(call, isOpen ? 'sk_standin_anybody' : `${call.key}~revoked-1`));
    };
  };
}
