# wget with its retries, as its manual has them. Advised: a key, a timeout for silences.
. "$(dirname "$0")/make-clip.sh"
set -- --tries=5 --waitretry=5 --retry-on-http-error=429,500,502,503,504
[ "$advised" = advised ] && set -- "$@" --timeout="$patience" --header "Idempotency-Key: $key"
wget_() {
  wget -nv --header "$authorization" -O "$work/body" "$@" 2>"$work/said" && return
  said=$(tail -n 1 "$work/said" | tr -d '"') && return 1
}
create() { wget_ "$@" --header 'Content-Type: application/json' --post-data "$STANDIN_BODY" "$videos"; }
get() { wget_ "$@" "$videos/$id"; }
download() { wget_ "$@" "$videos/$id/content" && mv "$work/body" "$work/clip.mp4"; }
make_clip "$@"
