/** Servers that keep habits of their framework: pages for browsers, parameters from anywhere. */

import { also, mutant, type Mutant } from '../../mutant.ts';
import { answering, withText } from '../../tamper/answers.ts';
import { withBody } from '../../server.ts';

export const FRAMEWORK_MUTANTS: readonly Mutant[] = [
  ...(
    [
      ['record', 'its records', (status: number) => status < 300],
      ['error', 'its errors', (status: number) => status >= 400],
    ] as const
  ).map(([name, what, isMeant]) =>
    also(['service.json.browser', name], `shows browsers a page instead of ${what}`, {
      tamper: answering('any', (answer, { headers, operation }) =>
        headers.get('accept')?.startsWith('text/html') === true && operation !== 'content' && isMeant(answer.status)
          ? withText(answer, '<!doctype html><title>Video</title>', 'text/html; charset=utf-8')
          : answer,
      ),
    }),
  ),
  mutant('content.accept', 'answers 406 to clients that accept only video/mp4', {
    tamper: answering('content', (answer, { headers }) =>
      headers.get('accept') === 'video/mp4' && answer.status < 300 ? { ...answer, status: 406 } : answer,
    ),
  }),
  mutant('create.body.json.query', 'reads missing fields from the query', {
    tamper: () => (call, engine) => {
      const query = Object.fromEntries(call.url.searchParams);
      const asked =
        'duration_seconds' in query ? { ...query, duration_seconds: Number(query['duration_seconds']) } : query;
      const isMeant = call.operation === 'create' && Object.keys(query).length > 0;
      return engine(isMeant ? withBody(call, { ...asked, ...call.json }) : call);
    },
  }),
];
