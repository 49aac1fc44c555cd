/** The public entry `standin`. */

export { examine } from './doctor.ts';
export type { Finding, Surroundings, Verdict } from './doctor.ts';
