/** Which changes between two reports end with a status of their own. */

export const FAIL_ON = ['fail', 'observed', 'any'] as const;
export type FailOn = (typeof FAIL_ON)[number];
