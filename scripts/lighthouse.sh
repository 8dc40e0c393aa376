#!/bin/sh
# Has Lighthouse look at the public pages of a demonstration, as on a phone on a
# slow network: accessibility and best practices must be 100, search engines at
# least 90. What it says of performance depends on the machine: it is shown.
# Its reports are kept in out/lighthouse.
set -eu
cd "$(dirname "$0")/.."
version=13.5.0

sh scripts/test-deps.sh
if ! command -v npm >/dev/null 2>&1; then
	sudo=""
	if [ "$(id -u)" -ne 0 ]; then sudo="sudo"; fi
	$sudo apt-get install -y -q --no-install-recommends nodejs npm ||
		{ echo "lighthouse: install Node.js with npm and run it again" >&2; exit 1; }
fi
out=$(pwd)/out/lighthouse
mkdir -p "$out"
npm install --silent --no-audit --no-fund --prefix "$out" "lighthouse@$version"
for c in chromium chromium-browser google-chrome; do
	if command -v "$c" >/dev/null 2>&1; then CHROME_PATH=$(command -v "$c"); fi
done
export CHROME_PATH

dir=$(mktemp -d)
program=${NZGS_BINARY:-$dir/nzgs}
if [ ! -x "$program" ]; then go build -o "$program" ./cmd/nzgs; fi
"$program" demo --data "$dir/society" --addr 127.0.0.1:0 >"$dir/log" 2>&1 &
server=$!
stop() {
	kill "$server" 2>/dev/null || true
	wait "$server" 2>/dev/null || true
	rm -rf "$dir"
}
trap stop EXIT
trap 'exit 130' INT TERM

site=""
for _ in $(seq 60); do
	site=$(sed -n 's/.*Serving .* on \(http:[^ ]*\).*/\1/p' "$dir/log")
	if [ -n "$site" ]; then break; fi
	sleep 1
done
if [ -z "$site" ]; then cat "$dir/log" >&2; exit 1; fi

event=$(curl -fsS "$site/events" | grep -o '/events/congress-[0-9]*' | head -n 1)
look() { # look PAGE REPORT; on a busy machine the browser may fail once
	node "$out/node_modules/lighthouse/cli/index.js" "$site$1" --quiet --output=json --output-path="$2" \
		--max-wait-for-load=20000 --only-categories=performance,accessibility,best-practices,seo \
		--chrome-flags="--headless=new --no-sandbox"
}

failed=0
for page in / /events "$event" /ratings /ratings/how /clubs /constitution /check-record /postal-votes /sign-in; do
	name=page$(echo "$page" | tr / _)
	look "$page" "$out/$name.json" || look "$page" "$out/$name.json" || {
		echo "lighthouse: $page could not be looked at" >&2
		exit 1
	}
	node -e '
		const least = {performance: 0, accessibility: 100, "best-practices": 100, seo: 90};
		const report = JSON.parse(require("fs").readFileSync(process.argv[2]));
		const shown = Object.entries(report.categories).map(([name, c]) => [name, Math.round(c.score * 100)]);
		console.log(process.argv[1].padEnd(20), shown.map(([name, n]) => name + " " + n).join(", "));
		process.exit(shown.every(([name, n]) => n >= least[name]) ? 0 : 1);
	' "$page" "$out/$name.json" || failed=1
done
if [ "$failed" -ne 0 ]; then
	echo "lighthouse: some pages are below the least scores; the reports are in $out" >&2
	exit 1
fi
