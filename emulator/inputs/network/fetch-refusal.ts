/** Thrown if a file was not fetched. The message completes "the file ...". */

export class FetchRefusal extends Error {
  override readonly name = 'FetchRefusal';
  readonly reason: 'fetch_failed' | 'invalid';

  constructor(message: string, reason: 'fetch_failed' | 'invalid' = 'fetch_failed') {
    super(message);
    this.reason = reason;
  }
}
