/** An error that the user of a command can fix: printed without a stack trace; the exit status is 2. */

export class UsageError extends Error {
  override readonly name = 'UsageError';
}
