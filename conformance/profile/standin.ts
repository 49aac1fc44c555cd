/**
 * The built-in profile `standin`: keys, triggers, media and prices of the emulator, as data. Each run has accounts of
 * its own.
 */

import type { ProfileInput } from './profile-input.ts';

const HOST = 'https://media.standin.test';

/** Matches the account that a key opens. A key from the settings of the emulator does not match. */
const ACCOUNT = /^sk_standin_([^~]+)/;

/** Returns the profile. `label` gives each run accounts of its own. The keys of the caller replace these keys. */
export function standinProfile(label: string, given: ProfileInput['keys'] = {}): ProfileInput {
  const key = (name: string, settings = ''): string => `sk_standin_kit-${label}-${name}${settings}`;
  const pathOf = (name: 'primary' | 'revoked'): string | undefined => {
    const account = ACCOUNT.exec(given[name] ?? key(name))?.[1];
    return account === undefined ? undefined : `/_standin/accounts/${encodeURIComponent(account)}`;
  };
  const [primary, revoked] = [pathOf('primary'), pathOf('revoked')];
  return {
    keys: {
      primary: key('primary'),
      other: key('other'),
      poor: key('poor', '~balance-0'),
      once: key('once', '~balance-0.48'),
      watched: key('watched', '~latency-polls-2-2'),
      revoked: key('revoked'),
    },
    triggers: {
      failing: { prompt: 'A kite that never lands. [[standin:fails_while_running_refund]]' },
      ...(revoked === undefined ? {} : { revoke: `${revoked}/keys/revoke` }),
    },
    ...(primary === undefined ? {} : { balance: { path: primary, field: 'ledger.balance_usd' } }),
    media: {
      images: [`${HOST}/image/1280x720.png`, `${HOST}/image/720x1280.jpg`],
      audio: [`${HOST}/audio/2s.mp3`, `${HOST}/audio/2s.wav`],
      edges: {
        images: [`${HOST}/image/300x400.png`, `${HOST}/image/6000x2400.jpg`, `${HOST}/image/2400x6000.webp`],
        audio: [`${HOST}/audio/30s.mp3`],
      },
      unfit: {
        'image.public': `${HOST}/status/404`,
        'image.type': [`${HOST}/image/not-an-image.png`, `${HOST}/audio/2s.mp3`, `${HOST}/audio/2s.wav`],
        'image.size': `${HOST}/image/heavy-31mb.jpg`,
        'image.pixels': [`${HOST}/image/299x400.png`, `${HOST}/image/4000x6001.png`, `${HOST}/image/400x299.png`],
        'image.ratio': [`${HOST}/image/1600x400.png`, `${HOST}/image/400x1600.png`],
        'audio.public': `${HOST}/status/404`,
        'audio.type': [`${HOST}/audio/not-audio.mp3`, `${HOST}/image/640x480.png`, `${HOST}/image/640x480.jpg`],
        'audio.size': `${HOST}/audio/heavy-16mb.wav`,
        'audio.combined': `${HOST}/audio/29s.mp3`,
        'audio.seconds': [`${HOST}/audio/31s.mp3`, `${HOST}/audio/1s.mp3`],
      },
    },
    timing: { pollSeconds: 0.05, generationSeconds: 120 },
    prices: {
      withoutSources: { '480p': 0.12, '720p': 0.28, '1080p': 0.68 },
      withSources: { '480p': 0.08, '720p': 0.17, '1080p': 0.41 },
    },
    concurrency: 8,
  };
}
