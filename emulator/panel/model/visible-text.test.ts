import { expect, test } from 'vitest';
import { visibleText } from './visible-text.ts';

test('characters that turn text around are shown by their code, and an escape that somebody wrote stays', () => {
  expect(visibleText('a\u202eb')).toBe('a⟨U+202E⟩b');
  expect(visibleText(String.raw`a\u202eb`)).toBe(String.raw`a\u202eb`);
});
