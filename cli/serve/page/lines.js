/* What was said, the newest first: what was taken back is struck out, rulings stand below the line that they are about. */
import {$, fragment, make, ours, press, refill, state, t, watching} from "./tools.js";
import {offers} from "./doubt.js";
import {openPage} from "./pages.js";

let longer = false;

function showFinding(finding) {
    const words = make("ul", {class: "findings fragment"});
    fragment(words, ours(finding));
    return make("div", {class: "ruling " + finding.kind}, words, watching ? null : offers(finding.perhaps),
        finding.rule && !watching ? press(t("Look the rule up"), () => openPage("/p/rules?q=" + encodeURIComponent(finding.rule)), {class: "quiet"}) : null);
}
function showLine(line, newer) {
    const text = ours(line.text), said = line.undone ? [make("del", {}, text), make("span", {class: "unseen"}, " " + t("(taken back)"))] : [text];
    return make("li", {class: newer ? "new" : null, "data-n": line.n}, make("span", {class: "n", "aria-hidden": "true"}, String(line.n ?? "·")),
        make("span", {class: "said"}, ...said), make("span", {class: "place"}, ours(line.place)), ...(line.findings || []).map(showFinding));
}
const grave = finding => ["irregular", "impossible", "conflict"].includes(finding.kind);
/* The last lines, and those before them that broke a rule. */
function chosenLines(all) {
    const few = watching ? 8 : longer ? all.length : 8;
    return all.filter((line, i) => i < few || (line.findings || []).some(grave));
}
export function showLines() {
    const all = [...(state.table?.lines || [])].reverse(), chosen = chosenLines(all);
    const list = $("line-list"), before = list.newest ?? Infinity;
    $("lines").hidden = !all.length;
    $("more-lines").hidden = longer || all.length <= chosen.length;
    refill(list, JSON.stringify([state.tongue, t("More lines"), chosen]), () => {
        list.newest = Math.max(0, ...all.map(line => line.n ?? 0));
        return chosen.map(line => showLine(line, line.n > before));
    });
}

/* ---- what has just been found ---------------------------------------------------------------- */

let shownFor = 0;   /* … through so many lines */
let ruled = [];     /* [line, finding] of the rulings that came last; the line that they are about may be an older one */
const rulings = table => (table?.lines || []).flatMap(line => (line.findings || []).map(finding => [line, finding]));
const keyOf = ([line, finding]) => JSON.stringify([line.text, line.n, finding.kind, finding.rule]);

/* Rulings that were not there before, to be shown where everybody looks; returns whether there are any. */
export function hearRulings(before) {
    const known = new Set(rulings(before).map(keyOf)), all = rulings(state.table), now = all.filter(one => !known.has(keyOf(one)));
    const still = new Set(all.map(keyOf)), oldest = state.table?.lines?.find(line => line.n)?.n ?? 0;
    shownFor = before && now.length ? 0 : shownFor + 1;
    if (before && now.length) ruled = now;
    else ruled = ruled.filter(one => shownFor < (watching ? 6 : 20) && (still.has(keyOf(one)) || one[0].n < oldest));
    return Boolean(before) && now.length > 0;
}
export function showRuled() {
    $("ruled").hidden = !ruled.length;
    refill($("ruled-body"), JSON.stringify([state.tongue, t("More lines"), ruled]), () => ruled.map(([line, finding]) =>
        make("div", {}, make("p", {class: "about"}, ours(line.place), " ", make("b", {}, ours(line.text))), showFinding(finding))));
}
export function attachLines() {
    $("more-lines").onclick = () => { longer = true; showLines(); };
    $("ruled-close").onclick = () => { ruled = []; showRuled(); };
}
