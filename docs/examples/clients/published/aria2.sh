# aria2 for the download; it creates and polls nothing, so curl does that, and the scenarios of downloads alone speak of aria2. Advised: a pause before it tries again.
. "$(dirname "$0")/make-clip.sh"
curl_() { curl -sS --fail-with-body --retry 5 -H "$authorization" -o "$work/body" "$@"; }
create() { curl_ -H 'Content-Type: application/json' --data-raw "$STANDIN_BODY" "$videos"; }
get() { curl_ "$videos/$id"; }
download() {
  [ "$advised" = advised ] && set -- --retry-wait=2 --timeout="$patience"
  aria2c -q --no-conf "$@" --header "$authorization" -d "$work" -o clip.mp4 "$videos/$id/content"
  failed=$?
  [ "$failed" = 0 ] && return
  said="aria2c ended with status $failed" && return 1
}
make_clip
