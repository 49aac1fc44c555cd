/** Why a data folder cannot be used; the message says what to do. */

export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/** What is in the folder cannot be what was written. */
export function damaged(path: string, what: string, cause?: unknown): DataFolderError {
  const message = `${path} is damaged: ${what}. Nothing was changed. Restore a backup of the folder, or choose another folder.`;
  return new DataFolderError(message, { cause });
}

/** The sentence for what the system says of a folder; nothing where it says nothing that a user could fix. */
export function systemProblem(path: string, cause: unknown): DataFolderError | undefined {
  const sentence = SENTENCES[codeOf(cause) ?? ''];
  return sentence === undefined ? undefined : new DataFolderError(`${path} ${sentence}`, { cause });
}

const READ_ONLY = 'cannot be written by this user. Make it writable, or choose another folder.';
const NO_SPACE = 'has no space left. Free some space, or choose a folder on another disk.';
const NO_FOLDER = 'is no folder. Choose another path.';
const NO_FILES = 'cannot be opened, because this process has too many files open. Raise the limit (ulimit -n).';

const SENTENCES: Readonly<Record<string, string>> = {
  EACCES: READ_ONLY,
  EPERM: READ_ONLY,
  EROFS: READ_ONLY,
  ENOSPC: NO_SPACE,
  EDQUOT: NO_SPACE,
  EFBIG: NO_SPACE,
  ENOTDIR: NO_FOLDER,
  EEXIST: NO_FOLDER,
  EMFILE: NO_FILES,
};

/** The engine reports what the system said as text. */
const TEXTS: readonly (readonly [text: RegExp, code: string])[] = [
  [/No space left|not enough space/i, 'ENOSPC'],
  [/File too large/i, 'EFBIG'],
  [/Disk quota/i, 'EDQUOT'],
  [/Permission denied|Access is denied/i, 'EACCES'],
  [/Read-only file system/i, 'EROFS'],
  [/Too many open files/i, 'EMFILE'],
];

function codeOf(cause: unknown): string | undefined {
  const texts: string[] = [];
  for (let error = cause; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string' && error.code in SENTENCES) return error.code;
    texts.push(error.message);
  }
  return TEXTS.find(([text]) => texts.some((message) => text.test(message)))?.[1];
}

/** Whether an error, or what caused it, has one of these codes. */
export function hasCode(cause: unknown, codes: readonly string[]): boolean {
  for (let error = cause; error instanceof Error; error = error.cause) {
    if ('code' in error && codes.includes(String(error.code))) return true;
  }
  return false;
}
