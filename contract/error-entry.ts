/** The facts about an error code. */

export type OperationName = 'create' | 'get' | 'content';

export interface ErrorEntry {
  readonly status: number;
  /** The status in the `ietf` profile, if an RFC or a draft has a more specific one. */
  readonly ietfStatus?: number;
  /** The operations that return this code. `any` includes unknown paths. */
  readonly on: readonly OperationName[] | 'any';
  /** The source: the document names the `code` or lists the `status`, HTTP's `protocol`, or a `default` of ours. */
  readonly documented: 'code' | 'status' | 'protocol' | 'default';
  /** The condition of the error. */
  readonly when: string;
  /** The default message. */
  readonly message: string;
}
