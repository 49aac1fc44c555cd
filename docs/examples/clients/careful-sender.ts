/** Sends requests with timeouts and a deadline. Retries if a retry can help, and waits as long as the server requires. */

export interface Tools {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** Milliseconds on a clock that only goes forward. */
  readonly now: () => number;
  readonly random: () => number;
  /** Writes a whole file, under its name only when all of it is there. */
  readonly save: (path: string, bytes: Uint8Array) => Promise<void>;
}

export interface Failure {
  readonly message: string;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly request_id?: string | undefined;
  readonly idempotency_key?: string | undefined;
  readonly retryable?: boolean | undefined;
  readonly id?: string | undefined;
}

/** Giving up on purpose, with all that is known of why. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp';
  readonly #failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.#failure = failure;
  }

  get code(): string | undefined {
    return this.#failure.code;
  }

  get status(): number | undefined {
    return this.#failure.status;
  }

  toJSON(): Failure {
    return { ...this.#failure };
  }
}

export interface SendOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The generation that it is about, for the message of a failure. */
  readonly id?: string;
  /** How often a 404 may be a replica that lags behind. */
  readonly graceFor404?: number;
}

const ATTEMPTS = 7;
const RETRYABLE = new Set([408, 425, 429, 500, 502, 503, 504]);
const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 4000;

export class Sender {
  readonly #base: string;
  readonly #apiKey: string;
  readonly #tools: Tools;
  readonly #endsAt: number;
  /** Silences that are borne: before the headers, before the first byte, between bytes. */
  readonly headersMs: number;
  readonly firstByteMs: number;
  readonly idleMs: number;

  constructor(task: { url: string; apiKey: string; deadlineSeconds: number }, tools: Tools) {
    const deadlineMs = task.deadlineSeconds * 1000;
    this.#base = task.url.replace(/\/+$/, '');
    this.#apiKey = task.apiKey;
    this.#tools = tools;
    this.#endsAt = tools.now() + deadlineMs * 0.92;
    this.headersMs = deadlineMs * 0.3;
    this.firstByteMs = deadlineMs * 0.6;
    this.idleMs = deadlineMs * 0.25;
  }

  get save(): Tools['save'] {
    return this.#tools.save;
  }

  get leftMs(): number {
    return this.#endsAt - this.#tools.now();
  }

  /** The JSON of a successful answer; an answer that cannot be read is as good as none. */
  async json<Value>(path: string, options: SendOptions): Promise<Value> {
    return this.retrying(options, async () => {
      const answer = await this.once(this.#base + path, options);
      const text = await this.text(answer);
      if (!answer.ok) return refusalOf(answer, text);
      try {
        return { value: JSON.parse(text ?? '') as Value };
      } catch {
        return { message: 'The answer broke off.', status: answer.status, retryable: true };
      }
    });
  }

  /** Tries until there is a value, the failure is final, or the time is over. */
  async retrying<Value>(
    { id, graceFor404 = 0 }: Pick<SendOptions, 'id' | 'graceFor404'>,
    attempt: () => Promise<{ readonly value: Value } | RetryableFailure>,
  ): Promise<Value> {
    for (let tries = 1; ; tries += 1) {
      const tried = await attempt().catch(networkFailure);
      if ('value' in tried) return tried.value;
      const { waitMs = 0, ...failure } = tried;
      const mayRetry = failure.retryable === true || (failure.status === 404 && tries <= graceFor404);
      const restMs = Math.max(waitMs, this.#backoff(tries));
      if (!mayRetry || tries >= ATTEMPTS || restMs > this.leftMs) throw new GaveUp({ ...failure, id });
      await this.#tools.sleep(restMs);
    }
  }

  /** Sends once. The key goes to the API's own origin alone, and a silence before the headers ends it. */
  async once(url: string, { method = 'GET', headers = {}, body }: SendOptions): Promise<Response> {
    const own = new URL(url).origin === new URL(this.#base).origin;
    const controller = new AbortController();
    const patience = Math.max(0, Math.min(this.headersMs, this.leftMs));
    const timer = setTimeout(() => controller.abort(), patience);
    try {
      return await this.#tools.fetch(url, {
        method,
        headers: { ...(own && { authorization: `Bearer ${this.#apiKey}` }), ...headers },
        signal: controller.signal,
        ...(body !== undefined && { body }),
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** The text of a body. It is undefined if the body breaks off or falls silent. */
  async text(answer: Response): Promise<string | undefined> {
    const pieces: Uint8Array[] = [];
    return (await this.read(answer, pieces)) ? Buffer.concat(pieces).toString() : undefined;
  }

  /** Reads a body into pieces, and returns whether it came to its end. A silence ends it, however long the whole takes. */
  async read({ body }: Response, pieces: Uint8Array[]): Promise<boolean> {
    const reader = body?.getReader();
    let patience = this.firstByteMs;
    try {
      for (;;) {
        const read = await within(Math.min(patience, this.leftMs), reader?.read());
        if (read === undefined || read.done) return read !== undefined;
        pieces.push(read.value);
        patience = this.idleMs;
      }
    } catch {
      return false;
    } finally {
      void reader?.cancel().catch(() => undefined);
    }
  }

  /** As the API document says: a path is below the base URL, whatever path that has itself. */
  resolve(url: string): string {
    return url.startsWith('/') ? this.#base + url : url;
  }

  /** Waits longer each time, and never twice the same. */
  async rest(tries: number): Promise<void> {
    await this.#tools.sleep(Math.min(this.#backoff(tries + 1), Math.max(0, this.leftMs)));
  }

  async restBetweenPolls(polls: number, id: string): Promise<void> {
    const restMs = Math.min(300 * 1.5 ** polls, 3000) * (0.8 + 0.4 * this.#tools.random());
    const message = 'The generation has not ended in time; it goes on, and can be polled later.';
    if (restMs > this.leftMs) throw new GaveUp({ id, message, code: 'client_deadline', retryable: true });
    await this.#tools.sleep(restMs);
  }

  #backoff(tries: number): number {
    const most = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
    return most * (0.75 + 0.5 * this.#tools.random());
  }
}

export type RetryableFailure = Failure & { readonly waitMs?: number | undefined };

/** Reads the failure from a response without success, in whatever form the response has. */
export function refusalOf(answer: Response, text: string | undefined): RetryableFailure {
  const { status, headers } = answer;
  const error = envelopeOf(text);
  const isBusy = RETRYABLE.has(status) || error.code === 'idempotency_in_progress';
  return {
    message: error.message ?? `The server answered ${status}.`,
    code: error.code,
    status,
    request_id: error.request_id ?? headers.get('x-request-id') ?? undefined,
    retryable: isBusy,
    waitMs: waitOf(headers),
  };
}

function envelopeOf(text = ''): { code?: string; message?: string; request_id?: string } {
  try {
    return (JSON.parse(text) as { error?: object }).error ?? {};
  } catch {
    return {};
  }
}

/** The longest wait that the headers ask for: in milliseconds, seconds, or until a date by the server's clock. */
function waitOf(headers: Headers): number {
  const after = headers.get('retry-after') ?? '';
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const seconds = /^\d+$/.test(after) ? Number(after) * 1000 : 0;
  const date = after.endsWith('GMT') ? Date.parse(after) - now : 0;
  const ms = Number(headers.get('retry-after-ms') ?? 0);
  return Math.max(0, seconds, Number.isNaN(date) ? 0 : date, Number.isNaN(ms) ? 0 : ms);
}

async function within<Value>(ms: number, promise: Promise<Value> | undefined): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, ms));
  });
  return Promise.race([promise, silence]).finally(() => clearTimeout(timer));
}

/** A connection that broke or a timeout: nothing is known of what the server did. */
function networkFailure(cause: unknown): RetryableFailure {
  if (cause instanceof GaveUp) throw cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return { message: `The connection failed: ${message}`, code: 'connection_failed', retryable: true };
}
