/**
 * Which tests each of several versions of Node runs where they share them: doors, sockets, streams, packaging, the command
 * and MSW on each version, and of the others each on one.
 */

/** What a version of Node has broken before, or what a user meets first. */
export const ON_EACH =
  /^(test\/(doors|content|msw)\/|emulator\/(transport|msw|express)\/|test\/(msw|express|cli|clients|https|ending|packaging|user-handlers|supertest|jest)[\w-]*\.test\.ts)/;

/** The part of one version, by its place among all that share. */
export function partOf(tests: readonly string[], place: number, versions: number): string[] {
  const others = tests.filter((path) => !ON_EACH.test(path));
  return tests.filter((path) => ON_EACH.test(path) || others.indexOf(path) % versions === place);
}
