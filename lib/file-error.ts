/** Converts errors of files to reasons that fit into a sentence. */

/** The reason why a file cannot be read, for example `no such file`. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a link that points to itself',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'no such file',
  ENOTDIR: 'a part of its path is not a folder',
  ENXIO: 'it is not a file',
  EPERM: 'permission denied',
  ERR_INVALID_ARG_VALUE: 'its name is not a valid file name',
};

/** Converts an error to a FileError. A FileError is returned unchanged. */
export function toFileError(cause: unknown): FileError {
  if (cause instanceof FileError) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const message = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause);
  return new FileError(REASONS[code] ?? message, { cause });
}
