/* What was said, the newest first: what was taken back is struck out, rulings stand below the line that they are about. */
import {$, fragment, make, ours, press, refill, state, t, watching} from "./tools.js";
import {openPage} from "./pages.js";

const kinds = {
    irregular: () => t("irregular"), impossible: () => t("impossible"), conflict: () => t("conflict"), unproven: () => t("unproven"),
    open: () => t("the rules are silent"),
};
let longer = false;

function showFinding(finding) {
    const words = make("ul", {class: "findings fragment"});
    fragment(words, ours(finding));
    return make("div", {class: "ruling " + finding.kind}, make("span", {class: "kind"}, kinds[finding.kind]?.() ?? finding.kind), words,
        finding.rule && !watching ? press(t("Look the rule up"), () => openPage("/p/rules?q=" + encodeURIComponent(finding.rule)), {class: "quiet"}) : null);
}
function showLine(line, newer) {
    const text = ours(line.text), said = line.undone ? [make("del", {}, text), make("span", {class: "unseen"}, " " + t("(taken back)"))] : [text];
    return make("li", {class: newer ? "new" : null, "data-n": line.n}, make("span", {class: "n", "aria-hidden": "true"}, String(line.n ?? "·")),
        make("span", {class: "said"}, ...said), make("span", {class: "place"}, ours(line.place)), ...(line.findings || []).map(showFinding));
}
export function showLines() {
    const all = [...(state.table?.lines || [])].reverse(), few = watching ? 8 : longer ? all.length : 8;
    const list = $("line-list"), before = list.newest ?? Infinity;
    $("lines").hidden = !all.length;
    $("more-lines").hidden = longer || all.length <= few;
    refill(list, JSON.stringify([state.tongue, t("irregular"), few, all]), () => {
        list.newest = Math.max(0, ...all.map(line => line.n ?? 0));
        return all.slice(0, few).map(line => showLine(line, line.n > before));
    });
}
export function attachLines() {
    $("more-lines").onclick = () => { longer = true; showLines(); };
}
