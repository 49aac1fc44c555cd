import { expect, test } from 'vitest';
import * as z from 'zod';
import { fieldTable } from './field-table.ts';

const Part = z.object({ a: z.string() }).meta({ id: 'Part' });

test('a row tells type, whether required, default, bounds and meaning', () => {
  const schema = z.object({
    name: z.string().min(1).max(9).meta({ description: 'The name of the field.' }),
    size: z.int().min(2).max(4).default(3),
    kind: z.enum(['a', 'b']).optional(),
    links: z.array(z.string().regex(/^x|y$/)).max(5),
    part: Part.optional(),
    whole: z.object({ url: z.string() }),
  });
  expect(fieldTable(schema).split('\n')).toEqual([
    '| Field | Type | Required | Default | Bounds | Meaning |',
    '| --- | --- | --- | --- | --- | --- |',
    '| `name` | string | yes |  | 1 to 9 characters | The name of the field. |',
    '| `size` | integer | no | `3` | 2 to 4 |  |',
    '| `kind` | string | no |  | `a`, `b` |  |',
    String.raw`| ${'`links`'} | array of string | yes |  | at most 5 items; each ${'`^x\\|y$`'} |  |`,
    '| `part` | Part | no |  |  |  |',
    '| `whole` | object | yes |  | has `url` |  |',
  ]);
});

test('the table has no column of defaults if no field has a default', () => {
  expect(fieldTable(Part)).toBe(
    '| Field | Type | Required | Bounds | Meaning |\n| --- | --- | --- | --- | --- |\n| `a` | string | yes |  |  |',
  );
});
