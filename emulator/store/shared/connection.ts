/**
 * Connections to the store: commands in one pipeline, bounded in time. What cannot be sent is refused at once; nothing
 * is queued for later. A connection that breaks, or does not answer in time, is opened again until it is closed.
 */

import type { RedisClientType, RedisFunctions, RedisModules, RedisScripts } from '@redis/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../../domain/store.ts';

/** Where the store is. */
export interface StoreAddress {
  /** With the credentials, in the spelling of the package. */
  readonly url: string;
  /** For people: without them. */
  readonly shown: string;
}

export type CommandPart = string | Buffer;
/** As the store says it; `replies.ts` reads it. */
export type Reply = unknown;

export interface StoreConnection {
  /**
   * Sends a command to the node that has the key; rejects with StoreUnavailable or with the error of the store. With
   * `asBytes`, texts are answered as bytes.
   */
  send(key: string, command: readonly CommandPart[], asBytes?: boolean): Promise<Reply>;
  /** Why it cannot be reached, while it cannot. */
  readonly problem: string | undefined;
  /** Resolves once it is open, or rejects with why the first attempt failed. */
  opened(): Promise<void>;
  /** Opens it again, because it may be broken without a sign of that. */
  renew(): void;
  close(): void;
}

export interface ConnectionOptions {
  readonly address: StoreAddress;
  /** Milliseconds in which something has to be answered while commands wait. */
  readonly answerMs: number;
  /** The connection receives what is published there, and sends no commands. */
  readonly subscription?: Subscription;
  /** Called when it is open again after it was lost. */
  readonly onReopened?: () => void;
}

export interface Subscription {
  readonly channel: string;
  readonly receive: (message: string) => void;
}

/** As much of the package's clients as is used: of one node, or of a cluster. */
interface Sender {
  send(key: string, command: readonly CommandPart[], asBytes: boolean): Promise<Reply>;
  destroy(): void;
}

const CONNECT_MS = 2000;
const LONGEST_PAUSE_MS = 1000;

/** Opens a connection, which opens itself again for as long as it is not closed. */
export function openConnection(options: ConnectionOptions): StoreConnection {
  return new Connection(options);
}

class Connection implements StoreConnection {
  #lost: string | undefined = 'it is being opened';
  /** What the store said when it could not do what was asked; nothing once it could again. */
  #refusal: string | undefined;
  readonly #options: ConnectionOptions;
  readonly #first: Promise<void>;
  readonly #watch: NodeJS.Timeout;
  readonly #closing = new AbortController();
  #sender: Sender | undefined;
  #waiting = 0;
  #answered = 0;
  /** As they were at the last check. */
  #answeredBefore = 0;
  #waitedBefore = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#first = this.#connect();
    this.#first.catch(() => undefined);
    this.#watch = setInterval(() => this.#check(), options.answerMs).unref();
  }

  get problem(): string | undefined {
    return this.#lost ?? this.#refusal;
  }

  opened(): Promise<void> {
    return this.#first;
  }

  async send(key: string, command: readonly CommandPart[], asBytes = false): Promise<Reply> {
    const sender = this.#sender;
    if (sender === undefined) throw unavailable();
    this.#waiting += 1;
    try {
      const reply = await sender.send(key, command, asBytes);
      this.#refusal = undefined;
      return reply;
    } catch (cause) {
      if (isRefusal(cause)) this.#refusal = textOf(cause);
      else if (isReply(cause)) throw cause;
      else this.#lose(sender, cause);
      throw unavailable(cause);
    } finally {
      this.#waiting -= 1;
      this.#answered += 1;
    }
  }

  renew(): void {
    this.#lose(this.#sender, new Error('it is opened again'));
  }

  close(): void {
    this.#closing.abort();
    clearInterval(this.#watch);
    this.#sender?.destroy();
    this.#sender = undefined;
    this.#lost = 'it is closed';
  }

  /** Commands wait, and nothing was answered between two checks. */
  #check(): void {
    const isStuck = this.#waiting > 0 && this.#waitedBefore && this.#answered === this.#answeredBefore;
    this.#answeredBefore = this.#answered;
    this.#waitedBefore = this.#waiting > 0;
    const [sender, answered] = [this.#sender, this.#answered];
    if (!isStuck) return;
    // A process that was itself held up has its timers before what has come meanwhile.
    setImmediate(() => {
      if (this.#answered !== answered) return;
      this.#lose(sender, new Error(`it has not answered for ${this.#options.answerMs} ms`));
    });
  }

  async #connect(): Promise<void> {
    let sender: Sender | undefined;
    try {
      sender = await openSender(this.#options, (cause) => this.#lose(sender, cause));
    } catch (cause) {
      this.#lost = textOf(cause);
      throw cause;
    }
    if (this.#closing.signal.aborted) return sender.destroy();
    this.#sender = sender;
    this.#lost = undefined;
  }

  #lose(sender: Sender | undefined, cause: unknown): void {
    if (sender === undefined || this.#sender !== sender) return;
    this.#sender = undefined;
    this.#lost = textOf(cause);
    sender.destroy();
    void this.#reopen();
  }

  async #reopen(): Promise<void> {
    const { signal } = this.#closing;
    for (let pauseMs = 20; !signal.aborted && this.#sender === undefined; pauseMs *= 2) {
      await sleep(Math.min(pauseMs, LONGEST_PAUSE_MS), undefined, { signal, ref: false }).catch(() => undefined);
      await this.#connect().catch(() => undefined);
    }
    if (!signal.aborted) this.#options.onReopened?.();
  }
}

function unavailable(cause?: unknown): StoreUnavailable {
  const known = REFUSED.find(([start]) => textOf(cause).startsWith(start));
  return new StoreUnavailable(known?.[1] ?? UNREACHED, { cause });
}

const UNREACHED = 'The store of this service cannot be reached now. Retry in a few seconds.';
const REFUSED: readonly (readonly [start: string, message: string])[] = [
  [
    'OOM',
    'The store of this service has no memory left. It accepts no more data. Delete unused accounts, or raise its maxmemory.',
  ],
  [
    'READONLY',
    'The store of this service is a read-only replica. Try again in a few seconds. If the error persists, set the setting "store" to the URL of the primary.',
  ],
];

const OPTIONS = {
  RESP: 2,
  disableOfflineQueue: true,
  disableClientInfo: true,
  maintNotifications: 'disabled',
  // The connection bounds time itself: the package makes a signal and a timer for each command.
  commandOptions: { timeout: 0 },
} as const;
let template: RedisClientType<RedisModules, RedisFunctions, RedisScripts, 2> | undefined;

async function openSender(
  { address, subscription }: ConnectionOptions,
  onLost: (cause: unknown) => void,
): Promise<Sender> {
  const { createClient, createCluster, RESP_TYPES } = await import('@redis/client');
  const socket = { connectTimeout: CONNECT_MS, reconnectStrategy: false as const };
  const bytes = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } };
  const optionsOf = (asBytes: boolean): typeof bytes | undefined => (asBytes ? bytes : undefined);
  // The package makes a class for each set of options that is new to it, which takes 40 ms; a duplicate has one.
  template ??= createClient(OPTIONS);
  const client = template.duplicate({ url: address.url, socket });
  client.on('error', onLost);
  await client.connect();
  const info: unknown = await client.sendCommand(['INFO', 'cluster']).catch((cause: unknown) => {
    client.destroy();
    throw cause;
  });
  if (typeof info === 'string' && !info.includes('cluster_enabled:1')) {
    if (subscription !== undefined) await client.subscribe(subscription.channel, subscription.receive);
    return {
      send: (_, command, asBytes) => client.sendCommand(command, optionsOf(asBytes)),
      destroy: () => client.destroy(),
    };
  }
  client.destroy();
  const { username, password } = new URL(address.url);
  const credentials = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  const cluster = createCluster({
    RESP: OPTIONS.RESP,
    commandOptions: OPTIONS.commandOptions,
    rootNodes: [{ url: address.url }],
    defaults: { ...OPTIONS, socket, ...(credentials.password !== '' && credentials) },
  });
  cluster.on('error', onLost);
  await cluster.connect();
  if (subscription !== undefined) await cluster.subscribe(subscription.channel, subscription.receive);
  return {
    send: (key, command, asBytes) => cluster.sendCommand(key, false, [...command], optionsOf(asBytes)),
    destroy: () => cluster.destroy(),
  };
}

/** The store is there, but cannot do what was asked for now: it loads, is a replica, has no memory left. */
function isRefusal(cause: unknown): boolean {
  return cause instanceof Error && REFUSALS.test(cause.message);
}

const REFUSALS =
  /^(LOADING|READONLY|OOM|MISCONF|CLUSTERDOWN|MASTERDOWN|NOREPLICAS|NOAUTH|WRONGPASS|NOPERM|TRYAGAIN|BUSY|UNKILLABLE)\b/;

/** An error that the store answered, which says nothing against the connection. */
function isReply(cause: unknown): cause is Error {
  return cause instanceof Error && /^[A-Z][A-Z0-9]+ /.test(cause.message);
}

function textOf(cause: unknown): string {
  if (cause instanceof AggregateError) return textOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : String(cause);
}
