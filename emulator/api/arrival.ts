/** The state of one request in the engine, before and after it has entered its account. */

import type { OperationName } from '../../contract/error-entry.ts';
import type { Account } from '../domain/account.ts';
import type { Trace } from '../domain/trace.ts';
import type { ApiRequest } from './messages.ts';

/** The state of a request before it has entered its account. */
export interface Arrival {
  readonly request: ApiRequest;
  /** The start time on the clock of the recorder. */
  readonly startedAt: number;
  readonly requestId: string;
  readonly trace: Trace;
  /** A signal that aborts when the account is reset. The request then changes nothing, and its response is not sent. */
  lifetime?: AbortSignal;
}

/** The state of a request that has entered its account. */
export interface EnteredRequest extends Arrival {
  readonly operation: OperationName;
  /** The id in the path, or an empty text for a create. */
  readonly id: string;
  /** Whether the request has a path before `/v1`. */
  readonly underPath: boolean;
  /** The account as last entered. */
  account: Account;
  /** The time of the account's clock, which is read once per request. */
  readonly now: number;
  readonly lifetime: AbortSignal;
}
