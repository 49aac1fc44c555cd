#!/bin/sh
# A driver for `standin audition`, with curl: sh driver.sh
# The goals batch and derive need jq. Without jq the driver reports that it does not support them.
#
# It runs as it is. Replace the three functions that say YOUR CLIENT, then delete the client at the end of the file.
set -u

# Each goal returns 0 if it delivered. Otherwise it sets $error to a JSON object: code, message, request_id, status, …
# $ids lists the ids of all generations that your client created, for the report.
error= ids=

make() {
  # YOUR CLIENT: creates a generation from $STANDIN_BODY and downloads its clip to the path $STANDIN_OUTPUT.
  create "$STANDIN_BODY" && finish "$id" "$STANDIN_OUTPUT"
}

batch() {
  # YOUR CLIENT: creates a generation from each body in the list $STANDIN_BODY, and downloads the clips to
  # $STANDIN_OUTPUT/0.mp4, 1.mp4, …
  printf '%s' "$STANDIN_BODY" | jq -c '.[]' >"$work/bodies"
  created= trouble= index=0
  while read -r body; do
    # Generations that were accepted before are paid for, so they are finished.
    create "$body" || { trouble=$error && break; }
    created="$created $id"
  done <"$work/bodies"
  for id in $created; do
    finish "$id" "$STANDIN_OUTPUT/$index.mp4" || trouble=${trouble:-$error}
    index=$((index + 1))
  done
  error=$trouble
  [ -z "$trouble" ]
}

derive() {
  # YOUR CLIENT: makes a clip from the first body, then one from the second body with the id of the first as its source.
  create "$(printf '%s' "$STANDIN_BODY" | jq -c '.[0]')" && wait_for "$id" || return 1
  create "$(printf '%s' "$STANDIN_BODY" | jq -c --arg id "$id" '.[1] + { source_video_ids: [$id] }')" &&
    finish "$id" "$STANDIN_OUTPUT"
}

# A small client, so that the driver runs before yours is in place. The last part of the file stays.

key=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
ends=$(($(date +%s) + ${STANDIN_DEADLINE_SECONDS%.*} * 9 / 10))
creates=0

# create BODY: sets $id.
create() {
  creates=$((creates + 1))
  printf '%s' "$1" >"$work/create"
  send "$work/record" /v1/videos application/json -H 'Content-Type: application/json' \
    -H "Idempotency-Key: $key-$creates" --data-binary "@$work/create" || {
    # With the key, a user can find out whether the create was accepted.
    error="${error%\}},\"idempotency_key\":\"$key-$creates\"}"
    return 1
  }
  id=$(member id "$work/record")
  ids="${ids:+$ids,}\"$id\""
}

# wait_for ID
wait_for() {
  pause=1
  while send "$work/record" "/v1/videos/$1" application/json; do
    case $(member status "$work/record") in
      completed) return 0 ;;
      failed)
        error="{\"code\":\"$(member code "$work/record")\",\"message\":\"$(member message "$work/record")\",\"id\":\"$1\"}"
        return 1
        ;;
    esac
    error="{\"message\":\"The generation has not ended in time.\",\"id\":\"$1\"}"
    rest "$pause" || return 1
    pause=$((pause < 3 ? pause + 1 : 3))
  done
  return 1
}

# finish ID PATH
finish() {
  wait_for "$1" && send "$work/clip" "/v1/videos/$1/content" video/mp4 || return 1
  mkdir -p "$(dirname "$2")" && mv "$work/clip" "$2"
}

# send FILE PATH TYPE [curl options]: sends a request, and sends it again if that may help. The body goes to FILE.
send() {
  file=$1 path=$2 type=$3 attempt=1
  shift 3
  while :; do
    : >"$work/head"
    status=$(curl -s --max-time "$(patience)" -H "Authorization: Bearer $STANDIN_API_KEY" "$@" \
      -D "$work/head" -o "$file" -w '%{http_code}' "$STANDIN_URL$path") || status=000
    case $status:$(header content-type):$([ -s "$file" ] && echo full) in
      2??:"$type":full) return 0 ;;
      000:* | 2??:*) error='{"code":"connection_failed","message":"The response did not arrive.","retryable":true}' ;;
      *)
        error="{\"code\":\"$(member code "$file")\",\"message\":\"$(member message "$file")\",\"status\":$status"
        error="$error,\"request_id\":\"$(member request_id "$file")\"}"
        ;;
    esac
    case $status in
      000 | 2?? | 408 | 425 | 429 | 500 | 502 | 503 | 504) ;;
      *) return 1 ;;
    esac
    [ "$attempt" -lt 6 ] && rest $((1 << (attempt < 4 ? attempt - 1 : 2))) "$(asked)" || return 1
    attempt=$((attempt + 1))
  done
}

left() { echo $((ends - $(date +%s))); }

# The seconds that one request may take.
patience() {
  most=$((${STANDIN_DEADLINE_SECONDS%.*} * 6 / 10)) now=$(left)
  [ "$now" -lt "$most" ] && most=$now
  echo $((most < 1 ? 1 : most))
}

# rest PAUSE [ASKED]: sleeps for the longer of both and a bit; returns 1 if that takes too long.
rest() {
  seconds=$1
  [ "${2:-0}" -gt "$seconds" ] && seconds=$2
  [ "$seconds" -lt "$(left)" ] || return 1
  sleep "$seconds.$(($(od -An -N1 -tu1 /dev/urandom) % 9))"
}

# The seconds that the last response asks to wait: a number, or a date by the clock of the server.
asked() {
  after=$(header retry-after)
  case $after in
    *GMT) echo $(($(seconds_of "$after") - $(seconds_of "$(header date)"))) ;;
    '' | *[!0-9]*) echo 0 ;;
    *) echo "$after" ;;
  esac
}

seconds_of() { date -ud "$1" +%s 2>/dev/null || date -juf '%a, %d %b %Y %T GMT' "$1" +%s; }
# header NAME: the value of a header of the last response.
header() {
  tr -d '\r' <"$work/head" | awk -v name="$1:" 'index(tolower($0), name) == 1 { value = $0 } END { print value }' |
    sed 's/^[^:]*: *//'
}


# member NAME FILE: the text of a member of a JSON file.
member() { tr -d '\n' <"$2" | sed -nE "s/.*\"$1\": *\"(([^\"\\\\]|\\\\.)*)\".*/\\1/p"; }

# The protocol. This part stays.

case $STANDIN_GOAL in
  make) ;;
  batch | derive) command -v jq >/dev/null || exit 64 ;;
  *) exit 64 ;;
esac
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
if "$STANDIN_GOAL"; then
  printf '{"ids":[%s]}\n' "$ids"
else
  printf '{"ids":[%s],"error":%s}\n' "$ids" "$error"
  exit 1
fi
