#!/bin/sh
# Generates a clip with curl: generate.sh [out.mp4]. STANDIN_URL and STANDIN_API_KEY say where and as whom; standin exec sets both.
set -eu
out=${1:-out.mp4}

api() {
  curl -sS --fail-with-body -H "Authorization: Bearer $STANDIN_API_KEY" "$@"
}

# The value of a field of a record that is one line of JSON.
field() {
  sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"
}

id=$(api "$STANDIN_URL/v1/videos" -H 'Content-Type: application/json' -H "Idempotency-Key: $$-$(date +%s)" \
  -d '{"model":"videomodel-2.5","prompt":"a small boat in the rain","duration_seconds":4,"resolution":"480p"}' | field id)

pause=2
while :; do
  record=$(api "$STANDIN_URL/v1/videos/$id")
  case $(printf '%s' "$record" | field status) in
    completed) break ;;
    failed) printf '%s\n' "$record" >&2; exit 1 ;;
  esac
  sleep "$pause"
  pause=$((pause * 2))
done

# -C - goes on where an earlier download broke off.
api -C - -o "$out" "$STANDIN_URL/v1/videos/$id/content"
echo "$out: $(wc -c <"$out" | tr -d ' ') bytes"
