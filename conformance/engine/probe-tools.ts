/** The tools of a probe: requests to the server, the profile, and the generations that were made for the probe. */

import { textIn, type Exchange, type HeaderLine } from '../client/exchange.ts';
import type { KeyName } from '../client/keys.ts';
import type { Sent, Spec } from '../client/spec.ts';
import type { Profile } from '../profile/profile.ts';
import { Unjudged, untestable } from './outcome.ts';

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
  /** Sends no Idempotency-Key. A rerun then cannot know whether the create was already paid. */
  readonly unkeyed?: true;
  /** The name of its create. Default: `create`. */
  readonly label?: string;
  /** The number of additional equal creates that leave together with it. The first accepted one is followed. */
  readonly duplicates?: number;
  /** The key that polls the generations of the other creates. Default: the key of the create. */
  readonly duplicatesSeenBy?: KeyName;
  /** The number of simultaneous gets at each poll. Default: 1. */
  readonly pollsAtOnce?: number;
  /** Runs between the create and the first poll. */
  readonly meanwhile?: (id: string) => Promise<unknown>;
  /** Runs before each poll. */
  readonly beforePoll?: (id: string) => Promise<unknown>;
  /** Runs after a poll has shown `running`. A fast generation may never show it. */
  readonly whileRunning?: (id: string) => Promise<unknown>;
}

export interface ProbeTools {
  readonly profile: Profile;
  /** A UUID that no server has ever assigned. */
  readonly unknownId: string;
  /** The id of the run, which is different in every run. */
  readonly runId: string;
  /** Whether an earlier, unfinished run has paid for some of the generations. */
  readonly isContinued: boolean;
  hasKey(name: KeyName): boolean;
  /** Ends a probe of optional breadth if the server has repeatedly asked to wait. */
  skipIfRateLimited(): void;
  send(label: string, spec: Omit<Spec, 'probe' | 'label'>): Promise<Sent>;
  /** Sends POST /v1/videos, by default with the primary key. A body that is not a string is sent as JSON. */
  create(label: string, body: unknown, options?: SendOptions): Promise<Sent>;
  get(label: string, id: string, options?: SendOptions): Promise<Sent>;
  content(label: string, id: string, options?: SendOptions): Promise<Sent>;
  /** Waits as long as before the poll after this number of polls. Ends early when the run is stopped. */
  pause(polls: number): Promise<void>;
  /** Returns the generation that this probe declared as its need. */
  generation(need: { readonly id: string } | 'any-clip'): MadeGeneration;
  /** Returns all generations of the run so far that have ended. */
  ended(): readonly MadeGeneration[];
  /** Returns the keys of all generations that creates of the run have returned, even unrequested ones. */
  accepted(): ReadonlyMap<string, KeyName>;
  /** Returns the generation of another probe, if it was made and ended as required. */
  find(need: { readonly id: string }): MadeGeneration | undefined;
  /**
   * Makes the generation of this probe: pays, polls to the end, and provides it to the probes that need it. Resolves to
   * undefined if it did not end as required.
   */
  make(body: object, options?: MakeOptions): Promise<MadeGeneration | undefined>;
  /** Returns the bytes of a clip that another probe has downloaded. */
  savedClip(clip: MadeGeneration): Buffer;
  /** Keeps bytes for other probes. */
  saveClip(clip: MadeGeneration, sent: Sent): void;
}

/** Returns a key that does not exist. It differs in each run. */
export function unknownKeyOf(runId: string): string {
  return `no-such-key-${runId}`;
}

/** Returns the bytes of a response. Ends the probe if they are gone. */
export function bytesIn({ bytes, exchange: { label } }: Sent): Buffer {
  if (bytes === undefined)
    throw new Unjudged(
      untestable(`The kit stopped reading the clip of "${label}", because the clip exceeds the limits of the reader.`),
    );
  return bytes;
}

/** Returns the id of an accepted create; undefined if it was not accepted. */
export function acceptedId({ response }: Exchange): string | undefined {
  const { status = 0 } = response ?? {};
  return status >= 200 && status < 300 ? textIn(response, 'id') : undefined;
}

/** Builds POST /v1/videos. A body that is not text is sent as JSON. */
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
