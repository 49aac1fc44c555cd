# What the drivers in shell share, to be sourced: one clip, by the functions `create`, `get` and `download`, which call the client with
# the options that make_clip is given. The first two leave the answer in $work/body, the last the clip in $work/clip.mp4; a status other
# than 0 is the client's. Retries, timeouts and resuming are the client's, too.
set -u
[ "${STANDIN_GOAL:-}" = make ] || exit 64
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
advised=${1:-}
deadline=${STANDIN_DEADLINE_SECONDS%.*}
patience=$((deadline * 45 / 100))
ends_at=$(($(date +%s) + deadline * 8 / 10))
authorization="Authorization: Bearer $STANDIN_API_KEY"
videos=$STANDIN_URL/v1/videos
key=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
id=
said=

# The value of a field of a record or an envelope that is one line of JSON.
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" "$work/body" | tail -n 1; }

give_up() {
  printf '{"id":"%s","error":{"code":"%s","message":"%s","request_id":"%s"}}\n' \
    "$id" "${1:-$(field code)}" "${said:-$(field message)}" "$(field request_id)"
  exit 1
}

make_clip() {
  create "$@" || give_up
  id=$(field id)
  [ -n "$id" ] || give_up no_id
  pause=1
  while get "$@" || give_up; do
    case $(field status) in
      completed) break ;;
      failed) give_up ;;
    esac
    [ "$(date +%s)" -lt "$ends_at" ] || give_up client_deadline
    sleep "$pause.$(($(od -An -N2 -tu2 /dev/urandom) % 9))"
    [ "$pause" -lt 3 ] && pause=$((pause + 1))
  done
  download "$@" || give_up
  mv "$work/clip.mp4" "$STANDIN_OUTPUT"
  printf '{"id":"%s"}\n' "$id"
}
