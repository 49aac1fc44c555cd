/** Defines the requests to both servers: polls, valid creates with 600 bytes, and rejected creates. */

const KEY = 'sk_standin_bench';
const BODY_BYTES = 600;

export const HEADERS = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
/** The settings with enough balance and capacity for all creates of a run. */
export const SETTINGS = {
  balance: 1_000_000_000,
  maxGenerations: 4_000_000,
  maxGenerationsPerAccount: 4_000_000,
  totalMebibytes: 16_384,
};

/** Returns a body of 600 bytes. It is valid with a duration of 4 to 30 seconds. */
export function createBody(durationSeconds: number): string {
  const request = {
    model: 'videomodel-2.5',
    prompt: '',
    mode: 'text-to-video',
    duration_seconds: durationSeconds,
    resolution: '480p',
    aspect_ratio: '16:9',
    audio: true,
  };
  const missing = BODY_BYTES - JSON.stringify(request).length;
  return JSON.stringify({ ...request, prompt: PROSE.repeat(9).slice(0, missing) });
}

const PROSE =
  'A lighthouse keeper climbs the spiral stairs at dusk, lantern in hand, while rain beats against the narrow windows. ';
