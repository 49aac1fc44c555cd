/** Something that the user of a command can mend: printed without a stack, and the command ends with status 2. */

export class UsageError extends Error {
  override readonly name = 'UsageError';
}
