/** Globs over names, as `--only` and `--skip` take them. */

/** Returns a test for names that match a pattern, in which `*` stands for any characters. */
export function toGlob(pattern: string): (name: string) => boolean {
  const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*');
  const expression = new RegExp(`^${escaped}$`);
  return (name) => expression.test(name);
}
