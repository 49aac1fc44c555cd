#!/bin/sh
# A careful client with curl, for one clip: sh careful.sh, driven by the STANDIN_ variables of `standin audition`.
# It needs GNU date and sed. Other goals than one clip are left to other clients.
set -u
[ "${STANDIN_GOAL:-}" = make ] || exit 64

started=$(date +%s)
deadline=${STANDIN_DEADLINE_SECONDS%.*}
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
# The key goes by a file, not by arguments that others can list. curl does not send it to another host on a redirect.
printf 'header = "Authorization: Bearer %s"\n' "$STANDIN_API_KEY" >"$work/key"
chmod 600 "$work/key"
key=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
id=

left() { echo $((deadline - 2 - ($(date +%s) - started))); }
# The value of a field of a record or an envelope that is one line of JSON.
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" "$2" | tail -n 1; }
header() { tr -d '\r' <"$work/head" | sed -n "s/^$1: *//Ip" | tail -n 1; }

give_up() {
  message=$(field message "$work/body" 2>/dev/null)
  # With the key, a user can find out the outcome of the create.
  printf '{"id":"%s","error":{"code":"%s","message":"%s","status":%s,"request_id":"%s","retryable":%s,"idempotency_key":"%s"}}\n' "$id" \
    "${code:-connection_failed}" "${1:-${message:-The connection failed.}}" "$(expr "${status:-0}" + 0)" "$(header x-request-id)" "${retryable:-true}" "$key" |
    sed 's/"id":"",//; s/"status":0,//; s/"request_id":"",//'
  exit 1
}

# Seconds that the last answer asked for, rounded up.
asked() {
  after=$(header retry-after) ms=$(header retry-after-ms)
  case $after in
    '' | *[!0-9]*) after=0 ;;
  esac
  case $ms in
    '' | *[!0-9]*) ms=0 ;;
  esac
  said=$(header retry-after)
  case $said in
    *GMT) after=$(($(date -d "$said" +%s) - $(date -d "$(header date)" +%s) + 1)) ;;
  esac
  [ "$after" -lt $(((ms + 999) / 1000)) ] && after=$(((ms + 999) / 1000))
  echo "$after"
}

# rest ATTEMPT: sleeps for the larger of the own pause, which grows and is never twice the same, and what was asked for.
rest() {
  own=$((1 << ($1 > 3 ? 2 : $1 - 1)))
  wait=$(asked)
  [ "$wait" -gt "$own" ] && own=$wait
  [ "$own" -ge "$(left)" ] && give_up
  sleep "$own.$(($(od -An -N2 -tu2 /dev/urandom) % 9))"
}

# send PATH [curl options]: an answer worth having is in $work/body, or the script gives up.
send() {
  path=$1
  shift
  attempt=1
  while :; do
    : >"$work/head"
    : >"$work/body"
    patience=$((deadline * 3 / 10))
    [ "$patience" -gt "$(left)" ] && patience=$(left)
    [ "$patience" -lt 1 ] && give_up 'The time is over.'
    status=$(curl -s -K "$work/key" --max-time "$patience" -D "$work/head" -o "$work/body" -w '%{http_code}' "$@" "$STANDIN_URL$path")
    failed=$?
    code=$(field code "$work/body")
    retryable=true
    if [ "$failed" = 0 ]; then
      case $status in
        2??) return 0 ;;
        408 | 425 | 429 | 500 | 502 | 503 | 504) ;;
        404) [ -n "$id" ] && [ "$attempt" -le 3 ] || { retryable=false && give_up; } ;;
        *) [ "$code" = idempotency_in_progress ] || { retryable=false && give_up; } ;;
      esac
    fi
    [ "$attempt" -ge 7 ] && give_up
    rest "$attempt"
    attempt=$((attempt + 1))
  done
}

size() { echo $(($(wc -c <"$1"))); }

# Waits for a download. curl counts the bytes of the last five seconds, so its --speed-time notices a silence too late:
# a quarter of the deadline without a byte ends the download, and nine twentieths of it before the first byte.
watch() {
  seen=0 since=$(date +%s)
  while kill -0 "$1" 2>/dev/null; do
    sleep 0.5
    now=$(size "$work/piece") time=$(date +%s)
    [ "$now" = "$seen" ] || seen=$now since=$time
    most=$((seen > 0 ? deadline / 4 : deadline * 9 / 20))
    [ "$((time - since))" -ge "$most" ] && kill "$1" 2>/dev/null
  done
  wait "$1" 2>/dev/null
}

# The whole file, or a word on why not. A part is kept as long as its ETag and the length of the whole are the same.
download() {
  part=$work/part
  attempt=1
  etag= total=
  : >"$part"
  while :; do
    have=$(size "$part")
    : >"$work/head"
    : >"$work/piece"
    set --
    [ "$have" -gt 0 ] && [ -n "$etag" ] && set -- -H "Range: bytes=$have-" -H "If-Range: $etag"
    patience=$(left)
    [ "$patience" -lt 1 ] && give_up 'The time is over.'
    curl -sLN -K "$work/key" --max-time "$patience" "$@" -D "$work/head" -o "$work/piece" \
      "$STANDIN_URL/v1/videos/$id/content" &
    watch $!
    failed=$?
    status=$(sed -n 's/^HTTP[^ ]* \([0-9]*\).*/\1/p' "$work/head" | tail -n 1)
    type=$(header content-type) retryable=true code=
    [ -z "$status" ] || case $status:$type in
      200:video/mp4)
        mv "$work/piece" "$part"
        etag=$(header etag) total=$(header content-length)
        ;;
      206:video/mp4)
        case $(header etag):$(header content-range) in
          "$etag:bytes $have-"*/${total:-*}) cat "$work/piece" >>"$part" ;;
          *) : >"$part" && failed=1 ;;
        esac
        ;;
      416:*)
        [ "$(header content-range)" = "bytes */$have" ] && failed=0 && break
        : >"$part"
        failed=1
        ;;
      200:* | 206:*) failed=1 code=no_clip ;;
      *)
        mv "$work/piece" "$work/body"
        code=$(field code "$work/body")
        failed=1
        case $status in
          404) [ "$attempt" -le 5 ] || { retryable=false && give_up; } ;;
          408 | 425 | 429 | 500 | 502 | 503 | 504) ;;
          *) retryable=false && give_up ;;
        esac
        ;;
    esac
    [ -z "$total" ] || [ "$(size "$part")" = "$total" ] || failed=1
    [ "$failed" = 0 ] && [ "$(dd if="$part" bs=1 skip=4 count=4 2>/dev/null)" = ftyp ] && break
    [ "$attempt" -ge 7 ] && give_up 'The download broke off.'
    rest "$attempt"
    attempt=$((attempt + 1))
  done
  mv "$part" "$STANDIN_OUTPUT"
}

printf '%s' "$STANDIN_BODY" >"$work/request"
send /v1/videos -H 'Content-Type: application/json' -H "Idempotency-Key: $key" --data-binary "@$work/request"
id=$(field id "$work/body")
[ -n "$id" ] || give_up 'The create was answered without an id.'

pause=1
while :; do
  send "/v1/videos/$id"
  case $(field status "$work/body") in
    completed) break ;;
    failed)
      code=$(field code "$work/body") retryable=false status=0
      give_up
      ;;
  esac
  [ "$pause" -ge "$(left)" ] && code=client_deadline && give_up 'It has not ended in time, and can be polled later.'
  sleep "$pause.$(($(od -An -N2 -tu2 /dev/urandom) % 9))"
  [ "$pause" -lt 3 ] && pause=$((pause + 1))
done
download
printf '{"id":"%s"}\n' "$id"
