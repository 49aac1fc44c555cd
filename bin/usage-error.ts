/** An error that the user of a command can fix. It is printed without a stack trace, and the exit status is 2. */

export class UsageError extends Error {
  override readonly name = 'UsageError';
}
