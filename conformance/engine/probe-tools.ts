/** What a probe works with: the way to the server, the profile, and the generations that were made for it. */

import type { Exchange, HeaderLine } from '../client/exchange.ts';
import type { KeyName } from '../client/keys.ts';
import type { Sent, Spec } from '../client/spec.ts';
import type { Profile } from '../profile/profile.ts';
import { Skip } from './skip.ts';

/** A generation that a probe may use. */
export interface MadeGeneration {
  /** The id of the probe that made it. */
  readonly name: string;
  readonly id: string;
  readonly key: KeyName;
}

export type SendOptions = Partial<Omit<Spec, 'probe' | 'label' | 'method' | 'path'>>;

export interface MakeOptions {
  readonly key?: KeyName;
  readonly headers?: readonly HeaderLine[];
  /** Without an Idempotency-Key: then a rerun cannot know whether it was paid already. */
  readonly unkeyed?: true;
  /** The name of its create; `create` if left out. */
  readonly label?: string;
  /** So many more of the same create leave together with it; the first that is accepted is followed. */
  readonly duplicates?: number;
  /** The key that polls what the others have made; that of the create if left out. */
  readonly duplicatesSeenBy?: KeyName;
  /** So many gets at each poll, all at once; one if left out. */
  readonly pollsAtOnce?: number;
  /** What happens between the create and the first poll. */
  readonly meanwhile?: (id: string) => Promise<unknown>;
  /** What happens before each poll. */
  readonly beforePoll?: (id: string) => Promise<unknown>;
  /** What happens once a poll has shown `running`; a generation that is quick may never show it. */
  readonly whileRunning?: (id: string) => Promise<unknown>;
}

export interface ProbeTools {
  readonly profile: Profile;
  /** A uuid that no server has ever given out. */
  readonly unknownId: string;
  /** Differs in every run. */
  readonly runId: string;
  /** A run before this one, which did not end, has paid for some of the generations. */
  readonly isContinued: boolean;
  hasKey(name: KeyName): boolean;
  /** Ends the probe if the server has asked to wait time and again: what is only wide is left out then. */
  skipIfRateLimited(): void;
  send(label: string, spec: Omit<Spec, 'probe' | 'label'>): Promise<Sent>;
  /** POST /v1/videos with the primary key, unless `options` say otherwise; a body that is no string is sent as JSON. */
  create(label: string, body: unknown, options?: SendOptions): Promise<Sent>;
  get(label: string, id: string, options?: SendOptions): Promise<Sent>;
  content(label: string, id: string, options?: SendOptions): Promise<Sent>;
  /** Waits as long as before the poll after so many; ends early when the run is stopped. */
  pause(polls: number): Promise<void>;
  /** The generation that this probe said it needs. */
  generation(need: { readonly id: string } | 'any-clip'): MadeGeneration;
  /** All generations of the run so far that have ended. */
  ended(): readonly MadeGeneration[];
  /** All generations that creates of the run have named so far, by id: asked for, or taken by a server on its own. */
  accepted(): ReadonlyMap<string, KeyName>;
  /** The generation that another probe made, if it came about and ended as it should. */
  find(need: { readonly id: string }): MadeGeneration | undefined;
  /**
   * Makes the generation of this probe: pays, polls to the end, and hands it on to the probes that need it. Nothing
   * comes back if it did not end as it should.
   */
  make(body: object, options?: MakeOptions): Promise<MadeGeneration | undefined>;
  /** The bytes of a clip that another probe has downloaded. */
  savedClip(clip: MadeGeneration): Buffer;
  /** Keeps bytes for other probes. */
  saveClip(clip: MadeGeneration, sent: Sent): void;
}

/** A key that nobody has, different in each run. */
export function unknownKeyOf(runId: string): string {
  return `no-such-key-${runId}`;
}

/** The bytes of an answer. The probe ends if they are gone. */
export function bytesIn({ bytes, exchange: { label } }: Sent): Buffer {
  if (bytes === undefined)
    throw new Skip(
      'untestable',
      `The kit stopped reading the clip of "${label}", because the clip exceeds the limits of the reader.`,
    );
  return bytes;
}

/** Whether a create was accepted, and as what. */
export function acceptedId({ response }: Exchange): string | undefined {
  if (response === undefined || response.status < 200 || response.status > 299) return undefined;
  try {
    const record: unknown = JSON.parse(response.body.text ?? '');
    const id: unknown = Reflect.get(Object(record), 'id');
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

/** POST /v1/videos; a body that is no text is sent as JSON. */
export function createSpec(body: unknown, { headers = [], ...options }: SendOptions): Omit<Spec, 'probe' | 'label'> {
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const typed = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    method: 'POST',
    path: '/v1/videos',
    key: 'primary',
    body: text,
    ...options,
    headers: typed ? headers : [['Content-Type', 'application/json'], ...headers],
  };
}
