/** The facts about an error code. */

export type OperationName = 'create' | 'get' | 'content';

export interface ErrorEntry {
  readonly status: number;
  /** The status of the `ietf` profile, where an RFC or a draft has a closer one. */
  readonly ietfStatus?: number;
  /** The operations with this code; `any` includes unknown paths. */
  readonly on: readonly OperationName[] | 'any';
  /**
   * `code`: the document names the code. `status`: it lists the status. `protocol`: HTTP's own. `default`: our
   * decision.
   */
  readonly documented: 'code' | 'status' | 'protocol' | 'default';
  /** Under which condition it is answered. */
  readonly when: string;
  /** The text of an answer that has nothing more exact to say. */
  readonly message: string;
}
