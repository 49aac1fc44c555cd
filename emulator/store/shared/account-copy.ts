/**
 * Private copies of accounts: whoever enters one may write to it, and no other request sees that before its commit. A
 * copy costs the same however many generations there are.
 */

import { headOf, type Account, type AccountHead } from '../../domain/account.ts';
import { noChanges, type Changes } from '../../domain/changes.ts';
import type { FaultState, RuleCount } from '../../domain/fault-state.ts';
import type { Generation } from '../../domain/generation.ts';
import type { IdempotencyRecord } from '../../domain/idempotency-record.ts';
import type { RecordPlaces } from '../account-records.ts';
import { VersionedMap } from './versioned-map.ts';

/** An account as it was at one time. Nothing of it ever changes. */
export interface FrozenAccount {
  readonly head: AccountHead;
  readonly bytes: number;
  readonly maps: AccountMaps;
  readonly faults: FrozenFaults | undefined;
  readonly places: { readonly next: number; readonly byKey: VersionedMap<number> };
}

interface AccountMaps {
  readonly open: VersionedMap<Generation>;
  readonly ended: VersionedMap<Generation>;
  readonly retained: VersionedMap<Generation>;
  readonly sourceUses: VersionedMap<number>;
  readonly idempotency: VersionedMap<IdempotencyRecord>;
}

interface FrozenFaults {
  readonly rules: FaultState['rules'];
  readonly counts: VersionedMap<RuleCount>;
}

/** A copy to write to. */
export function copyAccount(frozen: FrozenAccount): Account {
  return new AccountCopy(frozen);
}

/** A copy of the places, for the commit of a copy. */
export function copyPlaces({ places: { next, byKey } }: FrozenAccount): RecordPlaces {
  return { next, byKey: byKey.fork() };
}

/** An account as it is now; whoever holds it may go on writing to it. */
export function freezeAccount(account: Account, { next, byKey }: RecordPlaces): FrozenAccount {
  const { faults } = account;
  return {
    head: headOf(account),
    bytes: account.bytes,
    maps: account instanceof AccountCopy ? account.freezeMaps() : freezeMaps(account),
    faults: faults && { rules: faults.rules, counts: frozen(faults.counts) },
    places: { next, byKey: frozen(byKey) },
  };
}

/** A large account as it is now, without a copy: its collections belong to the version from now on. */
export function takeAccount(account: Account, { next, byKey }: RecordPlaces): FrozenAccount {
  const { open, ended, retained, sourceUses, idempotency, faults, bytes } = account;
  return {
    head: headOf(account),
    bytes,
    maps: {
      open: VersionedMap.of(open),
      ended: VersionedMap.of(ended),
      retained: VersionedMap.of(retained),
      sourceUses: VersionedMap.of(sourceUses),
      idempotency: VersionedMap.of(idempotency),
    },
    faults: faults && { rules: faults.rules, counts: VersionedMap.of(faults.counts) },
    places: { next, byKey: VersionedMap.of(byKey) },
  };
}

function freezeMaps({ open, ended, retained, sourceUses, idempotency }: Account): AccountMaps {
  return {
    open: frozen(open),
    ended: frozen(ended),
    retained: frozen(retained),
    sourceUses: frozen(sourceUses),
    idempotency: frozen(idempotency),
  };
}

function frozen<Value>(map: Map<string, Value>): VersionedMap<Value> {
  return VersionedMap.of(map instanceof VersionedMap ? map : new Map(map));
}

/** Forks a map when it is first asked for: a poll looks into one or two. */
class AccountCopy implements Account {
  readonly name: string;
  readonly origin: string;
  readonly settings: AccountHead['settings'];
  readonly setUp: string;
  clock: AccountHead['clock'];
  ledger: AccountHead['ledger'];
  isRevoked: boolean;
  revokedKeys: readonly string[];
  scenarios: readonly string[];
  created: number;
  slots: AccountHead['slots'];
  fullAt: AccountHead['fullAt'];
  bytes: number;
  changes: Changes = noChanges();
  readonly #source: FrozenAccount;
  #open: VersionedMap<Generation> | undefined;
  #ended: VersionedMap<Generation> | undefined;
  #retained: VersionedMap<Generation> | undefined;
  #sourceUses: VersionedMap<number> | undefined;
  #idempotency: VersionedMap<IdempotencyRecord> | undefined;
  #faults: FaultState | undefined;
  #hasFaults = false;

  constructor(source: FrozenAccount) {
    const { head } = source;
    this.#source = source;
    this.name = head.name;
    this.origin = head.origin;
    this.settings = head.settings;
    this.setUp = head.setUp;
    this.clock = head.clock;
    this.ledger = head.ledger;
    this.isRevoked = head.isRevoked;
    this.revokedKeys = head.revokedKeys;
    this.scenarios = head.scenarios;
    this.created = head.created;
    this.slots = head.slots;
    this.fullAt = head.fullAt;
    this.bytes = source.bytes;
  }

  get open(): VersionedMap<Generation> {
    return (this.#open ??= this.#source.maps.open.fork());
  }

  get ended(): VersionedMap<Generation> {
    return (this.#ended ??= this.#source.maps.ended.fork());
  }

  get retained(): VersionedMap<Generation> {
    return (this.#retained ??= this.#source.maps.retained.fork());
  }

  get sourceUses(): VersionedMap<number> {
    return (this.#sourceUses ??= this.#source.maps.sourceUses.fork());
  }

  get idempotency(): VersionedMap<IdempotencyRecord> {
    return (this.#idempotency ??= this.#source.maps.idempotency.fork());
  }

  get faults(): FaultState | undefined {
    if (this.#hasFaults) return this.#faults;
    const { faults } = this.#source;
    this.#hasFaults = true;
    this.#faults = faults && { rules: faults.rules, counts: faults.counts.fork() };
    return this.#faults;
  }

  set faults(faults: FaultState | undefined) {
    this.#hasFaults = true;
    this.#faults = faults;
  }

  freezeMaps(): AccountMaps {
    const { maps } = this.#source;
    return {
      open: this.#open?.fork() ?? maps.open,
      ended: this.#ended?.fork() ?? maps.ended,
      retained: this.#retained?.fork() ?? maps.retained,
      sourceUses: this.#sourceUses?.fork() ?? maps.sourceUses,
      idempotency: this.#idempotency?.fork() ?? maps.idempotency,
    };
  }
}
