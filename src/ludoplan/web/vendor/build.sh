#!/bin/sh
# Makes ../static/vendor/codemirror.js and the licences beside it again. Needs Node; the package itself does not.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
static=$here/../static/vendor
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here/package.json" "$here/codemirror.js" "$work"
cd "$work"
npm install --no-audit --no-fund --no-package-lock --silent
mkdir -p "$static"
npx esbuild codemirror.js --bundle --minify --format=esm --target=es2022 --legal-comments=none --log-level=warning \
  --metafile=parts.json --outfile="$static/codemirror.js"
# The licence of every package of which something is in the file.
node -e '
  const { readFileSync } = require("fs");
  const parts = Object.keys(JSON.parse(readFileSync("parts.json", "utf8")).inputs);
  const packages = [...new Set(parts.map((part) => part.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]).filter(Boolean))].sort();
  const told = packages.map((name) => {
    const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
    return `${name} ${version}\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim()}\n`;
  });
  console.log(["codemirror.js holds parts of these packages, each under the licence that follows its name.\n", ...told].join("\n----\n\n").trimEnd());
' > "$static/codemirror.LICENSE.txt"
