#!/bin/sh
# Has Lighthouse look at every kind of page of the front door of a demonstration,
# as on a phone on a slow network (simulated): performance, accessibility, best
# practices and search engines must each be 95 at least. What it says of
# performance varies with what else the machine does: a page below is looked at
# twice more, and the median of the three counts. With pages as arguments
# (lighthouse.sh / /clubs) it looks at those alone. Reports are kept in
# out/lighthouse, the scores in out/lighthouse/scores.txt. Signing in is not among
# them: robots.txt keeps search engines from it.
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

first() { # first PAGE PATTERN: the first address in a page that fits
	curl -fsS "$site$1" | grep -o "href=\"$2\"" | head -n 1 | cut -d '"' -f 2
}
if [ "$#" -eq 0 ]; then
	event=$(first /events '/events/congress-[0-9]*')
	over=$(first /events '/events/event-[0-9-]*')
	set -- / /events "$event" "$over" "$(first "$over" "$over/sections/[a-z]*/crosstable")" \
		/clubs "$(first /clubs '/clubs/[0-9]*')" \
		/ratings /ratings/how "$(first /ratings '/ratings/[0-9]*')" /points /points/history /titles /diplomas \
		/rules /rules/first-steps /rules/board /rules-of-play /rules-of-play/go /check-record \
		/join /about /officers /contact /constitution /postal-votes /newsletter \
		/news "$(first /news '/news/[0-9][0-9a-z-]*')" /bookshop "$(first /bookshop '/bookshop/[0-9][0-9a-z-]*')" /bookshop/order \
		/search /mi/ /mi/clubs
fi

look() { # look PAGE REPORT; on a busy machine the browser may fail once
	for _ in 1 2; do
		if node "$out/node_modules/lighthouse/cli/index.js" "$site$1" --quiet --output=json --output-path="$2" \
			--max-wait-for-load=20000 --throttling-method=simulate \
			--only-categories=performance,accessibility,best-practices,seo \
			--chrome-flags="--headless=new --no-sandbox"; then
			return 0
		fi
	done
	echo "lighthouse: $1 could not be looked at" >&2
	exit 1
}
scores() { # scores PAGE REPORT...: the median of each score; fails if one is below the least
	node -e '
		const least = 95, [page, ...files] = process.argv.slice(1);
		const looks = files.map(f => JSON.parse(require("fs").readFileSync(f)).categories);
		const shown = Object.keys(looks[0]).map(name => {
			const all = looks.map(l => Math.round(l[name].score * 100)).sort((a, b) => a - b);
			return [name, all[all.length >> 1]];
		});
		console.log(page.padEnd(32), shown.map(([name, n]) => name + " " + n).join(", "));
		process.exit(shown.every(([, n]) => n >= least) ? 0 : 1);
	' "$@"
}

failed=0
: >"$out/scores.txt"
for page in "$@"; do
	if [ -z "$page" ]; then
		echo "lighthouse: a kind of page was not found in the demonstration" >&2
		exit 1
	fi
	name=$out/page$(echo "$page" | tr '/?=' '___')
	look "$page" "$name.json"
	if ! line=$(scores "$page" "$name.json"); then
		look "$page" "$name.2.json"
		look "$page" "$name.3.json"
		line=$(scores "$page" "$name.json" "$name.2.json" "$name.3.json") || failed=1
	fi
	echo "$line" | tee -a "$out/scores.txt"
done
if [ "$failed" -ne 0 ]; then
	echo "lighthouse: some pages are below the least scores; the reports are in $out" >&2
	exit 1
fi
