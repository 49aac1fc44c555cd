/** What is said of settings that cannot be used. */

/** The settings cannot be used; each line of the message names one of them. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}
