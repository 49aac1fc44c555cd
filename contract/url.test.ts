import { describe, expect, test } from 'vitest';
import { URL_MAX_LENGTH, urlProblem } from './url.ts';

const longest = `https://cdn.test/${'a'.repeat(URL_MAX_LENGTH - 'https://cdn.test/'.length)}`;

const NOT_ENCODED = 'must percent-encode characters that a URL cannot contain';

const NO_HOST = 'must name a host after https://';
const IN_ASCII = 'must have a host name in ASCII, such as xn--bcher-kva.example';
const BAD_HOST = 'must name a valid host: letters, digits and hyphens between single dots';

describe('a create accepts', () => {
  test.each([
    'https://media.standin.test/image/4000x3000.png',
    'https://cdn.example.com:8443/a/b.jpg?width=100&sig=a%2Fb+c#t=1',
    'https://cdn.example.com',
    'https://8.example.com/x',
    'https://1.2.3.4.example.com/x',
    'https://localhost.example.com/x',
    "https://cdn.example.com/it's~(1),*;=!$@:x",
    'https://xn--bcher-kva.example/x.png',
    'https://cdn.example.com./x',
    'https://cdn.example.com:/x',
    'https://my_bucket.example.com/x',
    'https://cdn%2Eexample.com/x',
    'https://cdn/x',
  ])('%s', (url) => {
    expect(urlProblem(url)).toBeUndefined();
  });

  test('a URL of 2048 characters', () => {
    expect(longest).toHaveLength(2048);
    expect(urlProblem(longest)).toBeUndefined();
  });
});

describe('a create refuses', () => {
  test.each([
    ['http://cdn.example.com/x', 'must start with https://'],
    ['HTTPS://cdn.example.com/x', 'must start with https://'],
    [' https://cdn.example.com/x', 'must start with https://'],
    ['ftp://cdn.example.com/x', 'must start with https://'],
    ['data:image/png;base64,AAAA', 'must start with https://'],
    ['', 'must start with https://'],
    [`${longest}a`, 'must have at most 2048 characters'],
    ['https://cdn.example.com/a b', NOT_ENCODED],
    ['https://cdn.example.com/x\n', NOT_ENCODED],
    ['https://cdn.example.com/ü', NOT_ENCODED],
    ['https://cdn.example.com/%zz', NOT_ENCODED],
    ['https://cdn.example.com/a#b#c', NOT_ENCODED],
    ['https://cdn.example.com\\@127.0.0.1/', NOT_ENCODED],
    ['https://', NO_HOST],
    ['https:///cdn.example.com/x', NO_HOST],
    ['https:////cdn.example.com/x', NO_HOST],
    ['https://\\cdn.example.com/x', NO_HOST],
    ['https://?x', NO_HOST],
    ['https://#x', NO_HOST],
    ['https://:443/x', NO_HOST],
    ['https://@/x', 'must be a valid https:// URL'],
    ['https://bücher.example/x', IN_ASCII],
    ['https://例え.jp/x', IN_ASCII],
    ['https://me@bücher.example/x', IN_ASCII],
    ['https://.example.com/x', BAD_HOST],
    ['https://cdn..example.com/x', BAD_HOST],
    ['https://cdn.example.com../x', BAD_HOST],
    ['https://./x', BAD_HOST],
    ['https://-cdn.example.com/x', BAD_HOST],
    [`https://${'a'.repeat(64)}.example.com/x`, BAD_HOST],
    ['https://cdn%2Fexample.com/x', 'must be a valid https:// URL'],
    ['https://cdn%20example.com/x', 'must be a valid https:// URL'],
    ['https://cdn.example.com:8a/x', 'must be a valid https:// URL'],
    ['https://cdn.example.com:-1/x', 'must be a valid https:// URL'],
    ['https://127.1/x', 'must name a public host, not an IP address'],
    ['https://[fe80::1%25eth0]/x', 'must be a valid https:// URL'],
    ['https://[v1.a]/x', 'must be a valid https:// URL'],
    ['https://cdn.example.com:99999/', 'must be a valid https:// URL'],
    ['https://me:secret@cdn.example.com/', 'must not contain a user name or password'],
    ['https://me@cdn.example.com/', 'must not contain a user name or password'],
    ['https://127.0.0.1/x', 'must name a public host, not an IP address'],
    ['https://8.8.8.8/x', 'must name a public host, not an IP address'],
    ['https://8.8.8.8./x', 'must name a public host, not an IP address'],
    ['https://2130706433/x', 'must name a public host, not an IP address'],
    ['https://0x7f.1/x', 'must name a public host, not an IP address'],
    ['https://0177.0.0.1/x', 'must name a public host, not an IP address'],
    ['https://%31%32%37.0.0.1/x', 'must name a public host, not an IP address'],
    ['https://[::1]/x', 'must name a public host, not an IP address'],
    ['https://localhost/x', 'must name a public host, not this machine'],
    ['https://LocalHost.:8443/x', 'must name a public host, not this machine'],
    ['https://api.localhost/x', 'must name a public host, not this machine'],
    ['https://localhost.localdomain/x', 'must name a public host, not this machine'],
  ])('%s', (url, problem) => {
    expect(urlProblem(url)).toBe(problem);
  });
});
