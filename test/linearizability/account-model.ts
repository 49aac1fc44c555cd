/**
 * A model of one account from the view of a client, as a pure function of earlier operations. Histories must match it.
 */

/** A request of a client to an account. The ids in responses identify the generations. */
export type Asked =
  | { readonly kind: 'create'; readonly key: string | undefined }
  | { readonly kind: 'poll'; readonly id: string }
  | { readonly kind: 'move'; readonly id: string; readonly to: 'completed' | 'failed' }
  | { readonly kind: 'grant' }
  | { readonly kind: 'account' };

export type Status = 'pending' | 'running' | 'completed' | 'failed';

/** The parts of a response that the model predicts. */
export type Answered =
  | { readonly kind: 'accepted'; readonly id: string; readonly isReplay: boolean }
  | { readonly kind: 'insufficient' }
  | { readonly kind: 'status'; readonly status: Status }
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'ledger';
      readonly balance: number;
      readonly reserved: number;
      readonly captured: number;
      readonly created: number;
    }
  | { readonly kind: 'unexpected'; readonly what: string };

/** For each generation, the number of polls that it has seen, or its final status. */
type Seen = number | 'completed' | 'failed';

/** Immutable: each step returns a new model. Amounts count generations of one price. */
export interface AccountModel {
  readonly granted: number;
  readonly captured: number;
  readonly generations: Readonly<Record<string, Seen>>;
  readonly keys: Readonly<Record<string, string>>;
}

/** With `latency: polls:1,1`, the first poll finds it pending, the next poll running, and the third poll completed. */
const STATUSES: readonly Status[] = ['pending', 'running', 'completed'];

/** An account without generations. */
export function openModel(granted: number): AccountModel {
  return { granted, captured: 0, generations: {}, keys: {} };
}

/** Returns the account after a step, or undefined if the model does not allow this response. */
export function step(model: AccountModel, asked: Asked, answered: Answered): AccountModel | undefined {
  if (asked.kind === 'create') return create(model, asked.key, answered);
  if (asked.kind === 'poll') return poll(model, asked.id, answered);
  if (asked.kind === 'move') return move(model, asked, answered);
  const after = asked.kind === 'grant' ? { ...model, granted: model.granted + 1 } : model;
  return answered.kind === 'ledger' && shows(after, answered) ? after : undefined;
}

function create(model: AccountModel, key: string | undefined, answered: Answered): AccountModel | undefined {
  const earlier = key === undefined ? undefined : model.keys[key];
  if (answered.kind === 'insufficient') return earlier === undefined && balanceOf(model) < 1 ? model : undefined;
  if (answered.kind !== 'accepted') return undefined;
  const { id, isReplay } = answered;
  if (isReplay) return earlier === id ? model : undefined;
  if (earlier !== undefined || balanceOf(model) < 1 || id in model.generations) return undefined;
  const keys = key === undefined ? model.keys : { ...model.keys, [key]: id };
  return { ...model, generations: { ...model.generations, [id]: 0 }, keys };
}

function poll(model: AccountModel, id: string, answered: Answered): AccountModel | undefined {
  const seen = model.generations[id];
  if (seen === undefined || answered.kind !== 'status') return undefined;
  if (typeof seen === 'string') return answered.status === seen ? model : undefined;
  const status = STATUSES[seen];
  if (status === undefined || answered.status !== status) return undefined;
  return status === 'completed'
    ? end(model, id, status)
    : { ...model, generations: { ...model.generations, [id]: seen + 1 } };
}

function move(
  model: AccountModel,
  { id, to }: { readonly id: string; readonly to: 'completed' | 'failed' },
  answered: Answered,
): AccountModel | undefined {
  const seen = model.generations[id];
  if (seen === undefined) return undefined;
  // A status never goes back, and never repeats.
  if (typeof seen === 'string') return answered.kind === 'refused' ? model : undefined;
  return answered.kind === 'status' && answered.status === to ? end(model, id, to) : undefined;
}

function end(model: AccountModel, id: string, to: 'completed' | 'failed'): AccountModel {
  const captured = model.captured + (to === 'completed' ? 1 : 0);
  return { ...model, captured, generations: { ...model.generations, [id]: to } };
}

function reservedOf({ generations }: AccountModel): number {
  return Object.values(generations).filter((seen) => typeof seen === 'number').length;
}

function balanceOf(model: AccountModel): number {
  return model.granted - model.captured - reservedOf(model);
}

function shows(model: AccountModel, { balance, reserved, captured, created }: Answered & { kind: 'ledger' }): boolean {
  return (
    balance === balanceOf(model) &&
    reserved === reservedOf(model) &&
    captured === model.captured &&
    created === Object.keys(model.generations).length
  );
}

/** Returns equal keys for equal models. */
export function keyOf({ granted, captured, generations, keys }: AccountModel): string {
  return JSON.stringify([
    granted,
    captured,
    Object.entries(generations).sort(byName),
    Object.entries(keys).sort(byName),
  ]);
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
