#!/bin/sh
# Checks that a release can be published: the tag is the version, the name has a scope, and the changelog has the version.
set -eu
cd "$(dirname "$0")/.."
version=$(node -p 'require("./package.json").version')
fail() { echo "check-release: $1" >&2; exit 1; }

[ "${GITHUB_REF_NAME:-}" = "v$version" ] || fail "the tag is \"${GITHUB_REF_NAME:-}\", but package.json has the version $version. Push the tag v$version."
case "${NPM_NAME:-}" in
  @*/*) ;;
  *) fail "NPM_NAME is \"${NPM_NAME:-}\", not a name under a scope. Set the variable to a name such as @you/standin." ;;
esac
grep -q "^## $version\$" CHANGELOG.md || fail "CHANGELOG.md has no section \"## $version\". Write one."
for file in Dockerfile clients/python/pyproject.toml; do
  grep -q "$version" "$file" || fail "$file does not contain the version $version. Update it."
done
