#!/usr/bin/env bash
# Builds the leakcheck of this repository, without Graphviz: results of build servers need none.
set -euo pipefail
repository=$(cd "$(dirname "$0")/../../.." && pwd)
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  apt-get update -qq && apt-get install -y -qq zlib1g-dev
elif command -v apt-get >/dev/null && command -v sudo >/dev/null; then
  sudo apt-get update -qq && sudo apt-get install -y -qq zlib1g-dev
fi
swift build -c release --package-path "$repository" --product leakcheck --disable-default-traits
