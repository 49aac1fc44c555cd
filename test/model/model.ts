/**
 * The emulator as a page of code: a second and simplest implementation of its rules, which shares no code with the
 * first.
 */

export const RESOLUTIONS = ['480p', '720p', '1080p'] as const;
export const OPERATIONS = ['reference', 'edit', 'extend'] as const;

const PLAIN = { '480p': 12, '720p': 28, '1080p': 68 };
const WITH_SOURCES = { '480p': 8, '720p': 17, '1080p': 41 };
const DAY_MS = 86_400_000;

export type Latency = 'fast' | 'polls-1-2' | 'manual' | 'instant';
export type State = 'pending' | 'running' | 'completed' | 'failed';

export interface Intent {
  readonly resolution: (typeof RESOLUTIONS)[number];
  readonly seconds: number;
  readonly operation: (typeof OPERATIONS)[number] | undefined;
  /** The indexes of earlier generations of this account. An index without a generation stands for an unknown id. */
  readonly sources: readonly number[];
  readonly key: string | undefined;
}

interface Made {
  readonly cents: number;
  readonly seconds: number;
  readonly at: number;
  state: State;
  polls: number;
}

export type Verdict = { readonly made: number; readonly replayed: boolean } | { readonly refused: string };

/** A model of one account. Money is in cents here. */
export class ModelAccount {
  readonly name: string;
  readonly latency: Latency;
  readonly granted: number;
  readonly made: Made[] = [];
  readonly #keys = new Map<string, { body: string; made: number; at: number }>();
  #now = 0;

  constructor(name: string, latency: Latency, granted: number) {
    this.name = name;
    this.latency = latency;
    this.granted = granted;
  }

  get reserved(): number {
    return this.#sum('pending') + this.#sum('running');
  }

  get captured(): number {
    return this.#sum('completed');
  }

  get balance(): number {
    return this.granted - this.reserved - this.captured;
  }

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }

  create(intent: Intent): Verdict {
    const body = JSON.stringify({ ...intent, key: undefined });
    const taken = intent.key === undefined ? undefined : this.#keys.get(intent.key);
    if (taken !== undefined && this.#now < taken.at + DAY_MS) {
      return taken.body === body ? { made: taken.made, replayed: true } : { refused: 'idempotency_key_reused' };
    }
    const refused = this.#refusal(intent);
    if (refused !== undefined) return { refused };
    const seconds = this.#length(intent);
    const cents = this.#price(intent);
    if (cents > this.balance) return { refused: 'insufficient_credits' };
    const number = this.made.push({ cents, seconds, at: this.#now, state: 'pending', polls: 0 }) - 1;
    if (intent.key !== undefined) this.#keys.set(intent.key, { body, made: number, at: this.#now });
    return { made: number, replayed: false };
  }

  look(number: number, isPoll: boolean): State {
    const made = this.made[number];
    if (made === undefined) throw new Error(`the model has no generation ${number}`);
    if (made.state === 'completed' || made.state === 'failed') return made.state;
    if (isPoll) made.polls += 1;
    this.#raise(made, this.#due(made));
    return made.state;
  }

  move(number: number, state: State): void {
    const made = this.made[number];
    if (made !== undefined) this.#raise(made, state);
  }

  #refusal({ operation, sources }: Intent): string | undefined {
    if (operation !== undefined && sources.length === 0) return 'references_required';
    const states = sources.map((number) => (number < this.made.length ? this.look(number, false) : undefined));
    for (const state of states) {
      if (state === undefined) return 'source_video_not_found';
      if (state !== 'completed') return 'source_video_not_ready';
    }
    return this.#inputSeconds(sources) > 30 ? 'source_duration_exceeded' : undefined;
  }

  #inputSeconds(sources: readonly number[]): number {
    return sources.reduce((sum, number) => sum + (this.made[number]?.seconds ?? 0), 0);
  }

  #length({ operation, seconds, sources: [first] }: Intent): number {
    return operation === 'edit' && first !== undefined ? (this.made[first]?.seconds ?? 0) : seconds;
  }

  #price(intent: Intent): number {
    const { resolution, sources } = intent;
    if (sources.length === 0) return PLAIN[resolution] * intent.seconds;
    return WITH_SOURCES[resolution] * (this.#inputSeconds(sources) + this.#length(intent));
  }

  #due({ at, polls }: Made): State {
    if (this.latency === 'instant') return 'completed';
    if (this.latency === 'manual') return 'pending';
    if (this.latency === 'polls-1-2') return polls <= 1 ? 'pending' : polls <= 3 ? 'running' : 'completed';
    const age = this.#now - at;
    return age < 1000 ? 'pending' : age < 3000 ? 'running' : 'completed';
  }

  #raise(made: Made, state: State): void {
    const order = { pending: 0, running: 1, completed: 2, failed: 2 };
    if (order[state] > order[made.state]) made.state = state;
  }

  #sum(state: State): number {
    return this.made.filter((made) => made.state === state).reduce((sum, { cents }) => sum + cents, 0);
  }
}
