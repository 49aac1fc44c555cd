/** The one script that runs in the store: a compare-and-set of an account's records. It knows no rule of accounts. */

import { createHash } from 'node:crypto';

/**
 * KEYS: the records of an account, the stream of its latest changes, and perhaps records that were staged, which take
 * the place of all that is there; under the account's hash tag.
 * ARGV: the version that is expected ('' where no account is open), the version that follows ('' to remove it), its
 * place in the stream ('' where the records replace all that is there), how many changes the stream keeps (0 where it
 * is emptied, because these are too many), how many of the parts that follow are of deleted records, those (names, each
 * with an empty text), then names and texts of those that are written.
 * Answers 1, or 0 where another version is there, or what was staged is not: then nothing is written. What may fail
 * comes first.
 */
export const COMMIT_SCRIPT = `
local version = redis.call('HGET', KEYS[1], 'v')
if (version or '') ~= ARGV[1] then return 0 end
if KEYS[3] and redis.call('EXISTS', KEYS[3]) == 0 then return 0 end
if ARGV[2] == '' or ARGV[3] == '' then redis.call('UNLINK', KEYS[1], KEYS[2]) end
if ARGV[2] == '' then return 1 end
if KEYS[3] then
  redis.call('RENAME', KEYS[3], KEYS[1])
  redis.call('PERSIST', KEYS[1])
end
if ARGV[3] ~= '' then
  if ARGV[4] == '0' then redis.call('DEL', KEYS[2])
  else
    redis.call('XADD', KEYS[2], 'MAXLEN', ARGV[4], ARGV[3], 'v', ARGV[2], 'from', ARGV[1], 'deleted', ARGV[5], unpack(ARGV, 6))
  end
end
local first = 6 + tonumber(ARGV[5])
for at = 6, first - 1, 2 do redis.call('HDEL', KEYS[1], ARGV[at]) end
for at = first, #ARGV, 1000 do redis.call('HSET', KEYS[1], unpack(ARGV, at, math.min(at + 999, #ARGV))) end
redis.call('HSET', KEYS[1], 'v', ARGV[2])
return 1`;

export const COMMIT_DIGEST = createHash('sha1').update(COMMIT_SCRIPT).digest('hex');
