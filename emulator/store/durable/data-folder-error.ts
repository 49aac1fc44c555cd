/** Creates the errors for a data folder that cannot be used. Each message tells the user what to do. */

export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

/** Creates the error for a folder whose content differs from what was written. */
export function damaged(path: string, what: string, cause?: unknown): DataFolderError {
  const message = `${path} is damaged: ${what}. Nothing was changed. Restore a backup of the folder, or choose another folder.`;
  return new DataFolderError(message, { cause });
}

/** Converts an error of the operating system to a sentence. Returns undefined if users cannot fix it. */
export function systemProblem(path: string, cause: unknown): DataFolderError | undefined {
  const sentence = SENTENCES[codeOf(cause) ?? ''];
  return sentence === undefined ? undefined : new DataFolderError(`${path} ${sentence}`, { cause });
}

const READ_ONLY = 'cannot be written by this user. Make it writable, or choose another folder.';
const NO_SPACE = 'has no space left. Free some space, or choose a folder on another disk.';
const NO_FOLDER = 'is not a folder. Choose another path.';

const SENTENCES: Readonly<Record<string, string>> = {
  EACCES: READ_ONLY,
  EPERM: READ_ONLY,
  EROFS: READ_ONLY,
  ENOSPC: NO_SPACE,
  EDQUOT: NO_SPACE,
  EFBIG: NO_SPACE,
  ENOENT: 'cannot be created, because the folder above it does not allow new folders. Choose another path.',
  ENOTDIR: NO_FOLDER,
  EEXIST: NO_FOLDER,
  EMFILE: 'cannot be opened, because this process has too many files open. Raise the limit (ulimit -n).',
};

/** The texts with which LevelDB reports errors of the operating system. */
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

/** Reports whether an error, or one of its causes, has this code. */
export function hasCode(cause: unknown, code: string): boolean {
  for (let error = cause; error instanceof Error; error = error.cause) {
    if ('code' in error && error.code === code) return true;
  }
  return false;
}
