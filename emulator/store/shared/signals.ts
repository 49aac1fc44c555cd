/** Signals to all replicas: an account has ended, or keys have changed. Each replica reads them once a second. */

import type { StoreConnection } from './connection.ts';
import { COMMON, toList, toText, toTexts } from './replies.ts';

/** The number of signals that the store keeps. */
const KEPT = '10000';

export class Signals {
  readonly #connection: StoreConnection;
  #read = '0';

  constructor(connection: StoreConnection) {
    this.#connection = connection;
  }

  /** Sends a signal, also to this replica. */
  send(...signal: readonly [kind: 'keys'] | readonly [kind: 'ended', name: string, life: string]): void {
    const fields = signal.flatMap((value, at) => [String(at), value]);
    const command = ['XADD', COMMON.signals, 'MAXLEN', '~', KEPT, '*', ...fields];
    this.#connection.send(COMMON.signals, command).catch(() => undefined);
  }

  /** Returns the signals since the last read. */
  async receive(): Promise<string[][]> {
    const reply = await this.#connection.send(COMMON.signals, ['XRANGE', COMMON.signals, `(${this.#read}`, '+']);
    return toList(reply).map((item) => {
      const [id, fields] = toList(item);
      this.#read = toText(id) ?? this.#read;
      return toTexts(fields).filter((_, at) => at % 2 === 1);
    });
  }
}
