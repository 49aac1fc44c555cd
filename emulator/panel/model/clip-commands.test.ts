import { expect, test } from 'vitest';
import { asideCommand, clipCommands } from './clip-commands.ts';

const place = { origin: 'http://127.0.0.1:4242', hasToken: true };

test('a client downloads by its path and with its key, which no command holds', () => {
  const { curl, TypeScript } = clipCommands('0b1c', place);
  expect(curl).toBe(
    'curl -f -o clip.mp4 http://127.0.0.1:4242/v1/videos/0b1c/content -H "Authorization: Bearer $STANDIN_API_KEY"',
  );
  expect(TypeScript).toContain('`Bearer ${process.env.STANDIN_API_KEY}`');
});

test('an id that a link chose stays a part of the path, for a shell as for TypeScript', () => {
  for (const command of Object.values(clipCommands('$(touch x);`', place)))
    expect(command).toContain('/v1/videos/%24(touch%20x)%3B%60/content');
});

test('the control API asks for its own token, if for any', () => {
  expect(asideCommand("it's", '0b1c', place)).toBe(
    `curl -g 'http://127.0.0.1:4242/_standin/accounts/it'\\''s/generations/0b1c/clip' -H "Authorization: Bearer $STANDIN_CONTROL_TOKEN" -f -o clip.mp4`,
  );
});
