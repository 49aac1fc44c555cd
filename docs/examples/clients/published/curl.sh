# curl with --retry, as its manual has it. Advised: a key, an end to all retries, a timeout for silences.
. "$(dirname "$0")/make-clip.sh"
if [ "$advised" = advised ]; then
  set -- --retry 6 --retry-max-time "$patience" --speed-limit 1 --speed-time "$patience" -H "Idempotency-Key: $key"
else
  set -- --retry 5
fi
curl_() {
  curl -sS --fail-with-body --location -H "$authorization" -o "$work/body" "$@" 2>"$work/said" && return
  said=$(tail -n 1 "$work/said" | tr -d '"') && return 1
}
create() { curl_ "$@" -H 'Content-Type: application/json' --data-raw "$STANDIN_BODY" "$videos"; }
get() { curl_ "$@" "$videos/$id"; }
download() { curl_ "$@" "$videos/$id/content" && mv "$work/body" "$work/clip.mp4"; }
make_clip "$@"
