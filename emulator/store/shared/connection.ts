/**
 * Connects to the store. All commands share one pipeline and a timeout. A command that cannot be sent is rejected at
 * once. If the connection is broken or silent, it is opened again.
 */

import type { RedisClientType, RedisFunctions, RedisModules, RedisScripts } from '@redis/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../../domain/store.ts';
import { toText, type Reply } from './replies.ts';

export type CommandPart = string | Buffer;

/** A client of the package, for one node or for a cluster. */
interface Sender {
  send(key: string, command: readonly CommandPart[], asBytes: boolean): Promise<Reply>;
  destroy(): void;
}

const CONNECT_MS = 2000;
/** The time within which the store must answer a command while commands wait. */
const ANSWER_MS = 1000;
const LONGEST_PAUSE_MS = 1000;

export class StoreConnection {
  /** The reason why the store is unreachable, or undefined. */
  problem: string | undefined = 'it is being opened';
  readonly #url: string;
  #watch: NodeJS.Timeout | undefined;
  readonly #closing = new AbortController();
  #sender: Sender | undefined;
  #waiting = 0;
  /** The time of the last reply, or of the first command that waits. */
  #quietSince = 0;

  /** The URL contains the credentials, in the form that the package expects. */
  constructor(url: string) {
    this.#url = url;
  }

  /** Opens the connection. Rejects with the reason if this fails. */
  open(): Promise<void> {
    this.#watch = setInterval(() => this.#check(), ANSWER_MS).unref();
    return this.#connect();
  }

  /**
   * Sends a command to the node of the key. Rejects with a StoreUnavailable or with the error of the store. With
   * `asBytes`, replies contain bytes instead of texts.
   */
  async send(key: string, command: readonly CommandPart[], asBytes = false): Promise<Reply> {
    const sender = this.#sender;
    if (sender === undefined) throw unavailable();
    if (this.#waiting === 0) this.#quietSince = performance.now();
    this.#waiting += 1;
    try {
      const reply = await sender.send(key, command, asBytes);
      if (this.#sender === sender) this.problem = undefined;
      return reply;
    } catch (cause) {
      const isReply = cause instanceof Error && /^[A-Z][A-Z0-9]+ /.test(cause.message);
      if (isReply && ABOUT_DATA.test(cause.message)) throw cause;
      if (!isReply) this.#lose(sender, cause);
      else if (this.#sender === sender) this.problem = cause.message;
      throw unavailable(cause);
    } finally {
      this.#waiting -= 1;
      this.#quietSince = performance.now();
    }
  }

  close(): void {
    this.#closing.abort();
    clearInterval(this.#watch);
    this.#sender?.destroy();
    this.#sender = undefined;
    this.problem = 'it is closed';
  }

  #check(): void {
    const [sender, quietSince] = [this.#sender, this.#quietSince];
    if (this.#waiting === 0 || performance.now() - quietSince < ANSWER_MS) return;
    // After a pause of the process, timers run before the replies are read. Therefore the check waits one turn.
    setImmediate(() => {
      if (this.#quietSince === quietSince) this.#lose(sender, new Error(`it has not answered for ${ANSWER_MS} ms`));
    });
  }

  async #connect(): Promise<void> {
    let sender: Sender | undefined;
    try {
      sender = await openSender(this.#url, (cause) => this.#lose(sender, cause));
    } catch (cause) {
      this.problem = textOf(cause);
      throw cause;
    }
    if (this.#closing.signal.aborted) return sender.destroy();
    this.#sender = sender;
    this.problem = undefined;
  }

  #lose(sender: Sender | undefined, cause: unknown): void {
    if (sender === undefined || this.#sender !== sender) return;
    this.#sender = undefined;
    this.problem = textOf(cause);
    sender.destroy();
    void this.#reopen();
  }

  async #reopen(): Promise<void> {
    const { signal } = this.#closing;
    for (let pauseMs = 20; !signal.aborted && this.#sender === undefined; pauseMs *= 2) {
      await sleep(Math.min(pauseMs, LONGEST_PAUSE_MS), undefined, { signal, ref: false }).catch(() => undefined);
      await this.#connect().catch(() => undefined);
    }
  }
}

function unavailable(cause?: unknown): StoreUnavailable {
  const [code = ''] = textOf(cause).split(' ');
  return new StoreUnavailable(REFUSED[code] ?? UNREACHED, { cause });
}

const UNREACHED = 'The store of this service cannot be reached now. Retry in a few seconds.';
const REFUSED: Readonly<Record<string, string>> = {
  OOM: 'The store of this service has no memory left. It accepts no more data. Delete unused accounts, or raise its maxmemory.',
  READONLY:
    'The store of this service is a read-only replica. Try again in a few seconds. If the error persists, set the setting "store" to the URL of the primary.',
};

const OPTIONS = {
  RESP: 2,
  disableOfflineQueue: true,
  disableClientInfo: true,
  maintNotifications: 'disabled',
  // The connection has its own timeout, because the package makes a signal and a timer for each command.
  commandOptions: { timeout: 0 },
} as const;
let template: RedisClientType<RedisModules, RedisFunctions, RedisScripts, 2> | undefined;

/** The first version of Redis whose streams can be trimmed by id. */
const FIRST_VERSION = 7;

/** Opens a client of one node, or of a cluster. */
async function openSender(url: string, onLost: (cause: unknown) => void): Promise<Sender> {
  const { createClient, createCluster, RESP_TYPES } = await import('@redis/client');
  const socket = { connectTimeout: CONNECT_MS, reconnectStrategy: false as const };
  const bytes = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } };
  const optionsOf = (asBytes: boolean): typeof bytes | undefined => (asBytes ? bytes : undefined);
  // The package makes a class for each new options object, which takes 40 ms. A duplicate shares the class.
  template ??= createClient(OPTIONS);
  const client = template.duplicate({ url, socket });
  try {
    await client.on('error', onLost).connect();
    const info = toText(await client.sendCommand(['INFO'])) ?? '';
    const version = /redis_version:(\d+)/.exec(info)?.[1];
    if (version !== undefined && Number(version) < FIRST_VERSION) {
      throw new Error(`it has version ${version}, but Standin needs Redis ${FIRST_VERSION} or newer, or Valkey`);
    }
    if (!info.includes('cluster_enabled:1')) {
      const send: Sender['send'] = (_, command, asBytes) => client.sendCommand(command, optionsOf(asBytes));
      return { send, destroy: () => client.destroy() };
    }
  } catch (cause) {
    client.destroy();
    throw cause;
  }
  client.destroy();
  const { username, password } = new URL(url);
  const credentials = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  const cluster = createCluster({
    RESP: OPTIONS.RESP,
    commandOptions: OPTIONS.commandOptions,
    rootNodes: [{ url }],
    defaults: { ...OPTIONS, socket, ...(credentials.password !== '' && credentials) },
  });
  await cluster.on('error', onLost).connect();
  return {
    send: (key, command, asBytes) => cluster.sendCommand(key, false, [...command], optionsOf(asBytes)),
    destroy: () => cluster.destroy(),
  };
}

/** The errors of a single command. Each other error is a refusal, for example of a store that is loading. */
const ABOUT_DATA = /^(ERR|WRONGTYPE) /;

function textOf(cause: unknown): string {
  if (cause instanceof AggregateError) return textOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : String(cause);
}
