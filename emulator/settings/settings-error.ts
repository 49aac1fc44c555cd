/** What is said of settings that cannot be used. */

interface Details extends ErrorOptions {
  /** The path of the one setting that is wrong; the message begins with it. */
  readonly path?: string;
}

/** The settings cannot be used; each line of the message names one of them. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly path: string | undefined;

  constructor(says: string, { path, ...options }: Details = {}) {
    super(path === undefined ? says : `${path}: ${says}`, options);
    this.path = path;
  }
}
